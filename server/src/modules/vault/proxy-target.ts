import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { canonicalPath } from '#/platform/paths/canonical-path.ts'
import type { CanonicalPath } from '#/platform/paths/canonical-path.ts'
import { vaultErrors } from './errors.ts'

/** What a call of an agent is for, as its address and headers say. */
export interface ProxyTarget {
  /** The path at the provider, and the query as it goes on. */
  readonly path: CanonicalPath
  readonly query: string
  /** One of the hosts of the provider; undefined for the first. */
  readonly host: string | undefined
  /** Which account, where a person has several. */
  readonly connectionId: string | undefined
}

type Received = Readonly<Record<string, string | undefined>>

// The words before the path are held to their plain form, too: what a router decodes is no other address.
const TARGET = /^\/api\/v1\/vault\/[a-z][a-z0-9_-]*\/proxy(\/.*)$/

/** As long as most servers take. */
const MAX_LENGTH = 8192

/** Reads what a call is for. Throws the 400 of what two servers could read as two addresses. */
export function readTarget(url: string, headers: Received): ProxyTarget {
  if (url.length > MAX_LENGTH) {
    throw new AppError(commonErrors.invalid_request, {
      message: `The address is longer than ${MAX_LENGTH} characters.`,
    })
  }
  const path = canonicalPath(TARGET.exec(url)?.[1] ?? '')
  if (!path) throw new AppError(vaultErrors.vault_path_ambiguous)
  const host = headers['mandate-host']
  const named = headers['mandate-connection']
  if (named !== undefined) return { path, query: path.query, host, connectionId: named }
  return { path, host, ...connectionIn(path.query) }
}

/** The parameter `connection` is for this server, unless the header says the same: then the query is the provider's. */
function connectionIn(query: string): Pick<ProxyTarget, 'query' | 'connectionId'> {
  const pairs = query.slice(1).split('&')
  const own = pairs.filter((pair) => nameOf(pair) === 'connection')
  if (own.length === 0) return { query, connectionId: undefined }
  if (own.length > 1) {
    throw new AppError(commonErrors.invalid_request, { message: 'connection must not be given more than once.' })
  }
  const rest = pairs.filter((pair) => nameOf(pair) !== 'connection').join('&')
  return { query: rest === '' ? '' : `?${rest}`, connectionId: own[0]?.slice(own[0].indexOf('=') + 1) }
}

/** The name of a parameter, in whatever way it is written. */
export function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
