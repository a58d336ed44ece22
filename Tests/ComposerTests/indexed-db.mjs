/** As much of IndexedDB as `BrowserStore` uses, without faults; `browser-store.test.mjs` has one with faults. */
export function installIndexedDB() {
  const databases = new Map()
  const answered = (result, target = {}, name = "success") => {
    queueMicrotask(() => {
      Object.assign(target, { result })
      target[`on${name}`]?.()
    })
    return target
  }
  const tableOf = (records, keyPath, transaction) => ({
    getAll: () => answered([...records.values()].map(record => structuredClone(record))),
    get: key => answered(structuredClone(records.get(key))),
    put: record => { records.set(record[keyPath], structuredClone(record)); answered(undefined, transaction, "complete") },
    delete: key => { records.delete(key); answered(undefined, transaction, "complete") },
  })
  globalThis.indexedDB = { open(name) {
    const isNew = !databases.has(name), tables = databases.get(name) ?? new Map(), opening = {}
    databases.set(name, tables)
    opening.result = {
      close() {},
      createObjectStore: (table, { keyPath }) => tables.set(table, { keyPath, records: new Map() }),
      transaction(table) {
        const { keyPath, records } = tables.get(table), transaction = { commit() {} }
        transaction.objectStore = () => tableOf(records, keyPath, transaction)
        return transaction
      },
    }
    queueMicrotask(() => {
      if (isNew) opening.onupgradeneeded?.()
      opening.onsuccess?.()
    })
    return opening
  } }
}
