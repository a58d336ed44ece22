/** Something that others follow by its events. */
export class Notifier extends EventTarget {
  notify(name = "change", detail = null) { this.dispatchEvent(new CustomEvent(name, { detail })) }
}
