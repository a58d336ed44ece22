export class PostsPanelElement extends HTMLElement {}

customElements.define("posts-panel", PostsPanelElement)
