/**
 * Whose page this is: the user who was signed in when the daemon gave it. It stays so, whoever signs in meanwhile: what is
 * kept in the browser is kept for this user, and what is asked is asked for this user only.
 */
export const pageUser = globalThis.document?.querySelector("meta[name=galley-user]")?.content ?? ""
