export class TagsPanelElement extends HTMLElement {}

customElements.define("tags-panel", TagsPanelElement)
