import { invalid } from '#/platform/errors/invalid.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import type { SsoConnectionInput } from './connection-draft.ts'
import { readIdentityProviderMetadata } from './saml/idp-metadata.ts'
import { SamlRefusal } from './saml/refusal.ts'

type SamlInput = NonNullable<SsoConnectionInput['saml']>

interface ImportDeps {
  readonly fetch: SafeFetch
  readonly now: number
}

/** What metadata say of an identity provider. */
type DescribedProvider = Required<Pick<SamlInput, 'entity_id' | 'sso_url' | 'certificates'>> &
  Pick<SamlInput, 'slo_url' | 'slo_response_url'>

/** The fields that metadata describe; whoever gives the one does not give the others. */
const DESCRIBED = ['entity_id', 'sso_url', 'slo_url', 'slo_response_url', 'certificates'] as const

/** Why metadata can't be used, for whoever gave their address. */
export class MetadataFailure extends Error {}

/** Reads the metadata that an operator gave, as text or as an address, into the fields that they describe. */
export async function withMetadata(input: SsoConnectionInput, deps: ImportDeps): Promise<SsoConnectionInput> {
  const { saml } = input
  if (saml?.metadata_xml === undefined && saml?.metadata_url === undefined) return input
  refuseBoth(saml)
  const { metadata_xml: xml, metadata_url: url, ...rest } = saml
  try {
    const described = xml === undefined ? await readMetadata(url ?? '', deps) : await describe(xml, deps.now)
    return { ...input, saml: { ...rest, ...described } }
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error
    throw invalid(xml === undefined ? '/saml/metadata_url' : '/saml/metadata_xml', error.message)
  }
}

/** What the metadata at an address describe. Throws `MetadataFailure`. */
export async function readMetadata(url: string, { fetch, now }: ImportDeps): Promise<DescribedProvider> {
  return describe(await load(url, fetch), now)
}

function refuseBoth(saml: SamlInput): void {
  const both = saml.metadata_xml !== undefined && saml.metadata_url !== undefined
  const twice = [...(both ? ['metadata_url' as const] : []), ...DESCRIBED.filter((name) => saml[name] !== undefined)]
  if (twice.length > 0) {
    throw invalid(twice.map((name) => ({ pointer: `/saml/${name}`, message: 'is said by the metadata' })))
  }
}

async function load(url: string, fetch: SafeFetch): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' } })
    if (answer.ok) return await answer.text()
    throw new MetadataFailure(`can't be read: the server responds ${answer.status}`)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new MetadataFailure(`can't be read: ${error.message}`, { cause: error })
  }
}

async function describe(text: string, now: number): Promise<DescribedProvider> {
  try {
    const provider = await readIdentityProviderMetadata(text, now)
    return {
      entity_id: provider.entityId,
      sso_url: provider.signInUrl,
      certificates: [...provider.certificates],
      ...(provider.logoutUrl !== undefined && { slo_url: provider.logoutUrl }),
      ...(provider.logoutResponseUrl !== undefined && { slo_response_url: provider.logoutResponseUrl }),
    }
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error
    throw new MetadataFailure(`can't be used: ${error.message}`, { cause: error })
  }
}
