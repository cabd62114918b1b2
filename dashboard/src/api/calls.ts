import { Store } from '#/ui/store.ts'

/** A request that the dashboard made, as its activity shows it. */
export interface Call {
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** What was sent, without what is secret. */
  readonly body: unknown
  /** 0 when there was no response. */
  readonly status: number
  readonly ms: number
  readonly requestId: string | undefined
  readonly at: number
}

const MAX_CALLS = 200
/** An import has hundreds of people in each request, and the calls are kept. */
const MAX_ITEMS = 50
const SECRET = /password|secret|token|^code$|^key$|private/i

/** The requests of this page, newest first: what each click asked of the API. Nothing of it outlives the page. */
export const calls = new Store<readonly Call[]>([])

let made = 0

/** Notes a request. */
export function noteCall(call: Omit<Call, 'id'>): void {
  made += 1
  calls.set([{ ...call, id: made }, ...calls.get()].slice(0, MAX_CALLS))
}

/** A body as it may be shown and copied: what is named like a secret is left out, and of a long list most. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map(withoutSecrets)
    return value.length > MAX_ITEMS ? [...shown, '…'] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET.test(name) && typeof member === 'string' ? '…' : withoutSecrets(member),
    ]),
  )
}

/** The same request from a terminal. The key stands in the environment, so that it ends up in no history. */
export function curlOf({ method, path, body }: Pick<Call, 'method' | 'path' | 'body'>, origin: string): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path)}`,
    `  -H "Authorization: Bearer $MANDATE_API_KEY"`,
  ]
  if (body !== undefined) lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
