export class QueuePanelElement extends HTMLElement {}

customElements.define("queue-panel", QueuePanelElement)
