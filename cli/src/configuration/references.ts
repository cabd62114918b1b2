import { readFile } from 'node:fs/promises'
import { usageError } from '#/frame/failure.ts'

const REFERENCE = 'ref:'
const SECRET = /(^|_)(secret|password)$/

/** Whether a member holds a secret, which a file refers to and never says. */
export const isSecretMember = (name: string): boolean => SECRET.test(name)

/** Changes every value inside a value, by the name of the member it belongs to. */
export function mapDeep(value: unknown, change: (text: string, member: string) => unknown, member = ''): unknown {
  if (typeof value === 'string') return change(value, member)
  if (Array.isArray(value)) return value.map((each) => mapDeep(each, change, member))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapDeep(inner, change, name)]))
}

/** A value without members that are null: they are what they are when nothing is said. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map((each: unknown) => withoutNulls(each)) as T
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(told.map(([name, inner]) => [name, withoutNulls(inner as unknown)])) as T
}

/** Ids of one server, and the names that stand for them on every server. */
export class References {
  readonly #names = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  add(kind: string, key: string, id: string): void {
    const name = `${REFERENCE}${kind}/${key}`
    this.#names.set(id, name)
    this.#ids.set(name, id)
  }

  /** A value with names in place of ids. */
  named(value: unknown): unknown {
    return mapDeep(value, (text) => this.#names.get(text) ?? text)
  }

  /** A value with the ids of this server; fails for a name that nothing has. */
  resolved(value: unknown): unknown {
    return mapDeep(value, (text) => {
      if (!text.startsWith(REFERENCE)) return text
      const id = this.#ids.get(text)
      if (id === undefined) throw usageError(`Nothing on the server is called ${text}.`)
      return id
    })
  }
}

/** Reads secrets by what refers to them; a secret that stands in the file itself is refused. */
export class Secrets {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #read = new Map<string, string>()
  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env
  }

  /** Reads every secret that a value refers to, before anything is changed. */
  async prepare(value: unknown): Promise<void> {
    const wanted: string[] = []
    mapDeep(value, (text, member) => (isSecretMember(member) ? wanted.push(text) : undefined))
    for (const reference of wanted) this.#read.set(reference, await this.#secretOf(reference))
  }

  /** A value with the secrets in place. */
  filled(value: unknown): unknown {
    return mapDeep(value, (text, member) => (isSecretMember(member) ? this.#read.get(text) : text))
  }

  async #secretOf(reference: string): Promise<string> {
    requireReference(reference)
    const name = reference.slice(reference.indexOf(':') + 1)
    if (reference.startsWith('env:')) {
      const value = this.#env[name]
      if (value === undefined || value === '')
        throw usageError(`The variable ${name} is not set, and a secret is in it.`)
      return value
    }
    try {
      return (await readFile(name, 'utf8')).replace(/\r?\n$/, '')
    } catch {
      throw usageError(`${name} can't be read, and a secret is in it.`)
    }
  }
}

/** Throws for a secret that is written out. The message does not repeat it. */
export function requireReference(text: string): void {
  if (!/^(env|file):./.test(text))
    throw usageError('A secret is written out in the file.', 'Refer to it: "env:NAME" or "file:/path".')
}
