import { isReservedScope, parseScope } from '#/modules/clients/index.ts'
import type { ClientDraft } from '#/modules/clients/index.ts'
import { parseStrictObject } from '#/platform/encoding/strict-json.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { readMetadata } from '#/oauth/registration/metadata.ts'
import { freshForMs } from './freshness.ts'

/** A document that can't be used, with the reason as the client's developer may read it. */
export class UnusableDocument extends Error {}

/** What an address answered: the client it describes, and for how long that holds. */
export interface ReadDocument {
  readonly draft: ClientDraft
  readonly freshMs: number
}

const LIMITS = { redirect: 'manual', timeoutMs: 5000, maxBytes: 10 * 1024 } as const
// The grants in which a person decides: nobody stands behind this client when it acts for itself.
const GRANTS = ['authorization_code', 'refresh_token', DEVICE_CODE]
// The draft §4.1: a secret that everybody can read is none.
const SECRETS = ['client_secret', 'client_secret_expires_at']
const METHODS = ['none', 'private_key_jwt']

/** Reads the document at a client's address, which was checked. Throws `UnusableDocument` and `OutboundError`. */
export async function readDocument(
  clientId: string,
  { fetch, defaultScopes, now }: { fetch: SafeFetch; defaultScopes: readonly string[]; now: number },
): Promise<ReadDocument> {
  const response = await fetch(clientId, { ...LIMITS, headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new UnusableDocument('it must be answered with 200, without a redirect')
  if (!/^application\/(?:[\w.-]+\+)?json(?:$|[;\s])/i.test(response.headers.get('content-type') ?? ''))
    throw new UnusableDocument('its content type must be application/json')
  const document = parseStrictObject(Buffer.from(await response.arrayBuffer()))
  if (!document) throw new UnusableDocument('it must be a JSON object that names each member once')
  return { draft: draftOf(document, clientId, defaultScopes), freshMs: freshForMs(response.headers, now) }
}

function draftOf(
  document: Readonly<Record<string, unknown>>,
  clientId: string,
  defaultScopes: readonly string[],
): ClientDraft {
  // What proves that the document is meant for this address, and not uploaded by a guest of the domain for another one.
  if (document['client_id'] !== clientId) throw new UnusableDocument('its client_id must be its own address')
  const secret = SECRETS.find((name) => document[name] !== undefined)
  if (secret !== undefined) throw new UnusableDocument(`it must not hold ${secret}`)
  const method = document['token_endpoint_auth_method'] ?? 'none'
  if (typeof method !== 'string' || !METHODS.includes(method))
    throw new UnusableDocument(`token_endpoint_auth_method must be one of ${METHODS.join(', ')}`)
  const { grant_types: grants, scope } = document
  try {
    return readMetadata(
      {
        ...document,
        token_endpoint_auth_method: method,
        // A document speaks to every server, so what this one does not do for such clients is left out.
        ...(Array.isArray(grants) ? { grant_types: grants.filter((type) => GRANTS.includes(String(type))) } : {}),
        ...(typeof scope === 'string' ? { scope: withoutReserved(scope) } : {}),
      },
      defaultScopes,
    )
  } catch (error) {
    if (error instanceof OAuthError) throw new UnusableDocument(error.message)
    throw error
  }
}

const withoutReserved = (scope: string): string =>
  parseScope(scope)
    ?.filter((name) => !isReservedScope(name))
    .join(' ') ?? scope
