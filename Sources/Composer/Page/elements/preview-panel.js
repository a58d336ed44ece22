export class PreviewPanelElement extends HTMLElement {}

customElements.define("preview-panel", PreviewPanelElement)
