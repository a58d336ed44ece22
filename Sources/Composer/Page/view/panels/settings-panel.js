import { pageUser } from "../../net/api.js"
import { countWords } from "../../model/post-cache.js"
import { choices } from "../../model/preferences.js"
import { announce, button, ListeningElement, make, say, sayOrHide, select } from "../markup.js"

const offlineWords = {
  impossible: "only over https or on this machine, and not in a private window.",
  waiting: "getting ready…",
  ready: "ready.",
  failed: "not yet, because the browser could not keep the page.",
}

/** `<settings-panel>`: a row for each choice, which applies at once and in every window of the user. */
class SettingsPanelElement extends ListeningElement {
  #fields = new Map()
  #note = make("p", { class: "note", role: "status", hidden: true })
  #offline = make("p")
  #posts = button("", () => this.#choosePosts())

  build() {
    this.append(make("div", { class: "settings" }, ...choices.map(choice => this.#row(choice))), this.#note,
      make("div", { class: "setting-keys" }, button("Change keys…", () => this.commands.run("page.keys"))),
      make("div", { class: "settings-offline quiet" }, this.#offline, this.#posts),
      make("div", { class: "settings-user" }, make("p", { class: "quiet" }, `Signed in as ${pageUser}.`),
        button("Sign out", () => this.commands.run("page.signOut"))))
  }

  listen() {
    this.#show()
    this.#showOffline()
  }

  update({ preferences, offline }) {
    if (preferences) this.#show()
    if (offline) this.#showOffline()
  }

  #row({ name, title, values }) {
    const id = `setting-${name}`
    const field = select(values, { id, onchange: () => this.#choose(name, field.value) })
    this.#fields.set(name, field)
    return make("div", { class: "setting" }, make("label", { for: id }, title), field)
  }

  #show() { for (const [name, field] of this.#fields) field.value = this.model.preferences.get(name) }

  #showOffline() {
    const { state, posts } = this.model.offline
    const isPossible = state !== "impossible"
    const count = isPossible ? ` ${countWords(posts.count)}` : ""
    const kept = isPossible || !this.model.drafts.canKeep ? "" : " What you write is kept here all the same."
    say(this.#offline, `Opens without the daemon: ${offlineWords[state]}${kept}${count}`)
    say(this.#posts, posts.isWanted ? "Remove these posts" : "Keep the last posts here")
    this.#posts.hidden = !isPossible || (posts.isWanted && posts.count === 0)
  }

  async #choosePosts() {
    await this.model.offline.posts.choose(!this.model.offline.posts.isWanted)
    this.#showOffline()
    // Only now: each new post changes the count.
    announce(this, this.#offline.textContent)
  }

  async #choose(name, value) {
    try {
      await this.model.preferences.choose(name, value)
      sayOrHide(this.#note, "")
    } catch ({ message }) {
      sayOrHide(this.#note, message)
    }
  }
}

customElements.define("settings-panel", SettingsPanelElement)
