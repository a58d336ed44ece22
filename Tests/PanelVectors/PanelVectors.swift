import Panels
import Testing

@Suite struct PanelVectors {}
