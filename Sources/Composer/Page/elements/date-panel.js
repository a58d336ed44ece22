export class DatePanelElement extends HTMLElement {}

customElements.define("date-panel", DatePanelElement)
