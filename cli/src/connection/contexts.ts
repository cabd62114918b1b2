import path from 'node:path'
import { usageError } from '#/frame/failure.ts'
import { readPrivate, removeFile, writePrivate } from '#/frame/private-files.ts'

/** A key of the admin API. */
export interface ApiKeyCredential {
  readonly kind: 'api_key'
  readonly api_key: string
}

/** Tokens of somebody who signed in; they are worth nothing without the key beside the file. */
export interface SignInCredential {
  readonly kind: 'sign_in'
  readonly access_token: string
  readonly refresh_token: string | null
  readonly expires_at: string
  /** The file of the private key that the tokens are bound to (RFC 9449). */
  readonly key_file: string
}

export type Credential = ApiKeyCredential | SignInCredential

/** A server, and how this person comes in. */
export interface Context {
  readonly url: string
  readonly credential: Credential | null
}

interface ContextsFile {
  readonly current: string | null
  readonly contexts: Readonly<Record<string, Context>>
}

const EMPTY: ContextsFile = { current: null, contexts: {} }
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The servers this person uses, in one file that only they may read. */
export class Contexts {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  get file(): string {
    return path.join(this.#folder, 'contexts.json')
  }

  /** Where the key of a context is kept. */
  keyFileOf(name: string): string {
    return path.join(this.#folder, 'keys', `${name}.json`)
  }

  async read(): Promise<ContextsFile> {
    const text = await readPrivate(this.file)
    if (text === undefined) return EMPTY
    try {
      const { current = null, contexts = {} } = JSON.parse(text) as Partial<ContextsFile>
      return { current, contexts }
    } catch {
      throw usageError(`${this.file} is not JSON.`, `Repair it, or remove it and run: mandate login`)
    }
  }

  /** Adds a context or takes the place of the one of this name, and makes it the current one. */
  async put(name: string, context: Context): Promise<void> {
    requireName(name)
    const { contexts } = await this.read()
    await this.#write({ current: name, contexts: { ...contexts, [name]: context } })
  }

  /** Keeps new tokens, when the context still has the same server. */
  async renew(name: string, credential: Credential | null): Promise<void> {
    const { current, contexts } = await this.read()
    const context = contexts[name]
    if (context) await this.#write({ current, contexts: { ...contexts, [name]: { ...context, credential } } })
  }

  async use(name: string): Promise<void> {
    const { contexts } = await this.read()
    if (!Object.hasOwn(contexts, name)) throw unknownContext(name, Object.keys(contexts))
    await this.#write({ current: name, contexts })
  }

  async remove(name: string): Promise<void> {
    const { current, contexts } = await this.read()
    if (!Object.hasOwn(contexts, name)) throw unknownContext(name, Object.keys(contexts))
    const { [name]: _gone, ...others } = contexts
    await removeFile(this.keyFileOf(name))
    await this.#write({ current: current === name ? (Object.keys(others)[0] ?? null) : current, contexts: others })
  }

  #write(contents: ContextsFile): Promise<void> {
    return writePrivate(this.file, `${JSON.stringify(contents, null, 2)}\n`)
  }
}

/** A name that is also the name of a file. */
export function requireName(name: string): void {
  if (NAME.test(name)) return
  throw usageError(`"${name}" is no name for a context.`, 'Use letters, digits, dots, hyphens and underscores.')
}

/** The name a context gets from its server when nobody gives one. */
export const nameFor = (url: string): string => new URL(url).host.replaceAll(/[^A-Za-z0-9._-]/g, '-')

/** Says which contexts there are. */
export function unknownContext(name: string, known: readonly string[]): Error {
  const next = known.length === 0 ? 'mandate context add <name> --url <url>' : `One of: ${known.join(', ')}`
  return usageError(`There is no context "${name}".`, next)
}
