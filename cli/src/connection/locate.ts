import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import type { Context, Contexts, Credential } from './contexts.ts'
import { unknownContext } from './contexts.ts'

/** The server a command talks to, and how it comes in. */
export interface Located {
  readonly url: string
  readonly credential: Credential | null
  /** The context it is from; undefined when flags or the environment said it. */
  readonly context: string | undefined
  /** Who said which server, for people who wonder. */
  readonly from: 'flag' | 'environment' | 'context'
}

interface Asked {
  readonly url: string | undefined
  readonly context: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** A variable that says something; an empty one says nothing. */
const said = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined

/**
 * Finds the server: flags, then the environment, then the current context. A credential goes to the server it belongs to
 * and to no other: `--url` takes that of a context with this URL, or the key of the environment unless that names another
 * server.
 */
export async function locate(asked: Asked, env: Environment, contexts: Contexts): Promise<Located> {
  if (asked.url !== undefined && asked.context !== undefined) throw usageError('Say --url or --context, not both.')
  const [envUrl, apiKey] = [said(env, 'MANDATE_URL'), said(env, 'MANDATE_API_KEY')]
  const envKey: Credential | null = apiKey === undefined ? null : { kind: 'api_key', api_key: apiKey }
  if (asked.context !== undefined) return ofContext(asked.context, contexts)
  if (asked.url !== undefined) {
    const url = serverUrl(asked.url, '--url')
    const belongs = envUrl === undefined || serverUrl(envUrl, 'MANDATE_URL') === url
    if (envKey && belongs) return { url, credential: envKey, context: undefined, from: 'flag' }
    const [name, found] = (await contextWith(url, contexts)) ?? []
    return { url, credential: found?.credential ?? null, context: name, from: 'flag' }
  }
  if (envUrl !== undefined) {
    const url = serverUrl(envUrl, 'MANDATE_URL')
    if (envKey) return { url, credential: envKey, context: undefined, from: 'environment' }
    const [name, found] = (await contextWith(url, contexts)) ?? []
    return { url, credential: found?.credential ?? null, context: name, from: 'environment' }
  }
  const { current } = await contexts.read()
  if (current === null) throw noServer(envKey !== null)
  const located = await ofContext(current, contexts)
  return envKey ? { ...located, credential: envKey, context: undefined } : located
}

async function ofContext(name: string, contexts: Contexts): Promise<Located> {
  const { contexts: known } = await contexts.read()
  const context = Object.hasOwn(known, name) ? known[name] : undefined
  if (!context) throw unknownContext(name, Object.keys(known))
  return { url: serverUrl(context.url, contexts.file), credential: context.credential, context: name, from: 'context' }
}

/** A context of this server: the current one before others. */
async function contextWith(url: string, contexts: Contexts): Promise<readonly [string, Context] | undefined> {
  const { current, contexts: known } = await contexts.read()
  const fitting = Object.entries(known).filter(([, context]) => context.url === url)
  return fitting.find(([name]) => name === current) ?? fitting[0]
}

/** The URL of a server in its one spelling: http or https, without a slash at the end. */
export function serverUrl(text: string, from: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isServer = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  if (!isServer) throw usageError(`${from} is not the URL of a server: ${text}`, 'Such as https://id.example.com')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether what is sent there can be read on the way. */
export function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function noServer(hasKey: boolean): Failure {
  return new Failure('No server is known.', {
    exitCode: exitCodes.usage,
    why: hasKey
      ? 'MANDATE_API_KEY says how to come in, but not where.'
      : 'Neither a flag, the environment nor a context names one.',
    next: hasKey
      ? 'export MANDATE_URL=https://id.example.com'
      : 'mandate login --url https://id.example.com, or mandate init for a new one',
    code: 'no_server',
  })
}
