export class TitlePanelElement extends HTMLElement {}

customElements.define("title-panel", TitlePanelElement)
