import { readCertificate } from './certificate.ts'
import { attributeOf, childrenNamed, elementsWithin, isNamed, parseXml, textOf } from './document.ts'
import type { XmlElement } from './document.ts'
import { bindings, namespaces } from './names.ts'
import type { IdentityProvider } from './parties.ts'
import { demand, refuse } from './refusal.ts'
import { demandNotOver, timeOf } from './times.ts'

const { metadata: MD, signature: DS } = namespaces
const MAX_METADATA_BYTES = 512 * 1024
const MAX_CERTIFICATES = 2
const MAX_ENTITY_ID_LENGTH = 1024

/** Reads what an identity provider says of itself (Metadata §2.4.3): its name, its addresses, its certificates. */
export async function readIdentityProviderMetadata(xml: string, now: number): Promise<IdentityProvider> {
  const { root } = await parseXml(Buffer.from(xml.trimStart().replace(/^\uFEFF/, '')), true, MAX_METADATA_BYTES)
  const [entity, role] = providerOf(root)
  demandNotOver(timeOf(root, 'validUntil'), now)
  demandNotOver(timeOf(entity, 'validUntil'), now)
  demandNotOver(timeOf(role, 'validUntil'), now)
  const entityId = attributeOf(entity, 'entityID') ?? ''
  demand(entityId !== '' && entityId.length <= MAX_ENTITY_ID_LENGTH, 'metadata', 'the provider has no entityID')
  const logout = servicesOf(role, 'SingleLogoutService')
  return {
    entityId,
    signInUrl: locationOf(servicesOf(role, 'SingleSignOnService')[0], 'Location') ?? refuse('metadata', NO_REDIRECT),
    logoutUrl: locationOf(logout[0], 'Location'),
    logoutResponseUrl: locationOf(logout[0], 'ResponseLocation'),
    certificates: certificatesOf(role),
  }
}

const NO_REDIRECT = 'the provider has no SingleSignOnService with the HTTP-Redirect binding'

/** The one entity that is an identity provider; a file of a whole federation would leave open which one is meant. */
function providerOf(root: XmlElement): [XmlElement, XmlElement] {
  const entities = isNamed(root, MD, 'EntitiesDescriptor') ? elementsWithin(root) : [root]
  const providers = entities
    .filter((element) => isNamed(element, MD, 'EntityDescriptor'))
    .flatMap((entity) => {
      const roles = childrenNamed(entity, MD, 'IDPSSODescriptor').filter(speaksSaml2)
      return roles.map((role): [XmlElement, XmlElement] => [entity, role])
    })
  const [provider, second] = providers
  if (!provider || second) return refuse('metadata', 'the metadata describe not exactly one SAML 2.0 identity provider')
  return provider
}

const speaksSaml2 = (role: XmlElement): boolean =>
  (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(namespaces.protocol)

const servicesOf = (role: XmlElement, name: string): XmlElement[] =>
  childrenNamed(role, MD, name).filter((service) => attributeOf(service, 'Binding') === bindings.redirect)

const locationOf = (service: XmlElement | undefined, attribute: string): string | undefined =>
  service && attributeOf(service, attribute)?.trim()

/** The certificates that sign; one without a `use` is for everything. */
function certificatesOf(role: XmlElement): readonly string[] {
  const descriptors = childrenNamed(role, MD, 'KeyDescriptor').filter(
    (descriptor) => (attributeOf(descriptor, 'use') ?? 'signing') === 'signing',
  )
  const texts = descriptors
    .flatMap(elementsWithin)
    .filter((element) => isNamed(element, DS, 'X509Certificate'))
    .map(textOf)
  const certificates = texts.flatMap((text) => readCertificate(text)?.pem ?? [])
  const distinct = [...new Set(certificates)]
  demand(distinct.length > 0, 'metadata', 'no certificate for signing with an RSA key of at least 2048 bits')
  demand(distinct.length <= MAX_CERTIFICATES, 'metadata', `more than ${MAX_CERTIFICATES} certificates for signing`)
  return distinct
}
