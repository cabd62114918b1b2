/** Where things are kept that outlive a page or a process. */
export interface KeyValueStorage {
  /** What was kept under a name, or undefined. */
  get(name: string): Promise<unknown>
  set(name: string, value: unknown): Promise<void>
  delete(name: string): Promise<void>
}

/** As long as the process or page lives, and for it alone. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, unknown>()
  return {
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  }
}

/** `localStorage` or `sessionStorage`: whatever script runs on the page reads it. Keys of DPoP can't be kept there. */
export function webStorage(area: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeyValueStorage {
  return {
    get: async (name) => {
      const text = area.getItem(name)
      return text === null ? undefined : (JSON.parse(text) as unknown)
    },
    set: async (name, value) => area.setItem(name, JSON.stringify(value)),
    delete: async (name) => area.removeItem(name),
  }
}

const STORE = 'values'

/** IndexedDB, shared by the tabs of an origin; it keeps keys that can't be read out. */
export function indexedDbStorage(database = 'mandate'): KeyValueStorage {
  let opened: Promise<IDBDatabase> | undefined
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opened ??= open(database)
    const transaction = (await opened).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB kept nothing')))
    })
  }
  return {
    get: (name) => run<unknown>('readonly', (store) => store.get(name)),
    set: async (name, value) => void (await run('readwrite', (store) => store.put(value, name))),
    delete: (name) => run<undefined>('readwrite', (store) => store.delete(name)),
  }
}

function open(database: string): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  return new Promise((resolve, reject) => {
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB did not open')))
  })
}
