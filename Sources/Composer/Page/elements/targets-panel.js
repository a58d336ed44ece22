export class TargetsPanelElement extends HTMLElement {}

customElements.define("targets-panel", TargetsPanelElement)
