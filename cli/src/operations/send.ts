import { usageError } from '#/frame/failure.ts'
import type { Server } from '#/connection/server.ts'
import type { Operation } from './operation.ts'

type Members = Readonly<Record<string, unknown>>

interface Sending {
  readonly operation: Operation
  /** Values for the parameters of the path, in order. */
  readonly path: readonly string[]
  readonly query: Members
  readonly body: Members | undefined
}

/** The path with its parameters filled in; what comes from outside never adds a segment. */
export function pathOf({ path: template }: Pick<Operation, 'path'>, values: readonly string[]): string {
  let next = 0
  return template.replaceAll(/\{[^}]+\}/g, () => {
    const value = values[next++] ?? ''
    if (value === '' || value === '.' || value === '..') throw usageError(`"${value}" is no id.`)
    return encodeURIComponent(value)
  })
}

/** Sends an operation to the server and returns what it says. */
export async function sendOperation(server: Server, { operation, path, query, body }: Sending): Promise<unknown> {
  const url = pathOf(operation, path)
  const whole =
    operation.replaces && operation.upload === undefined ? await replacing(server, url, operation, body) : body
  const isEmpty = whole !== undefined && operation.method === 'POST' && Object.keys(whole).length === 0
  return server.request(operation.method, url, { query, body: isEmpty ? undefined : whole, keyed: operation.keyed })
}

/** A PUT replaces the whole: what nobody said stays as it is. */
async function replacing(
  server: Server,
  url: string,
  operation: Operation,
  body: Members | undefined,
): Promise<Members> {
  const now = await server.request<Members>('GET', url)
  const kept = (operation.body ?? []).flatMap(({ name }) => (name in now ? [[name, now[name]] as const] : []))
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== null)), ...body }
}
