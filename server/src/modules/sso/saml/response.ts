import { issuerOf, readAssertion } from './assertion.ts'
import type { SamlAssertion } from './assertion.ts'
import { decryptAssertion } from './decryption.ts'
import { attributeOf, childrenNamed, decodeBase64, elementsWithin, isNamed, onlyChild, parseXml } from './document.ts'
import type { XmlDocument, XmlElement } from './document.ts'
import { namespaces, SUCCESS } from './names.ts'
import type { IdentityProvider, ServiceProvider } from './parties.ts'
import { demand, refuse } from './refusal.ts'
import { demandNoOtherSignature, demandUniqueIds, isSigned, verifySignature } from './signature.ts'
import { demandBegun, timeOf } from './times.ts'

const { assertion: SAML, protocol: SAMLP } = namespaces

/** Both ends of a connection, and the time. */
export interface ResponseExpectation {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
  readonly now: number
}

/**
 * Reads a response of the POST binding (Bindings §3.5). What it returns was read from bytes that a pinned certificate
 * verified, of an assertion that is from this provider, for us, at this address, and for now.
 *
 * The caller still has to consume two things, each by one conditional write: the request that `inResponseTo` names (or
 * to know that the provider may begin), and the id of the assertion.
 */
export async function readResponse(encoded: string, expected: ResponseExpectation): Promise<SamlAssertion> {
  const document = await parseXml(decodeBase64(encoded))
  const response = document.root
  const carrier = checkStructure(document)
  checkEnvelope(response, expected)
  const { certificates } = expected.identityProvider
  const isResponseSigned = isSigned(response)
  if (isResponseSigned) await verifySignature(document, response, certificates)
  demandSuccess(response)
  const source = carrier.localName === 'Assertion' ? document : await decrypt(carrier, expected, isResponseSigned)
  const { root } = await verifySignature(
    source,
    carrier.localName === 'Assertion' ? carrier : source.root,
    certificates,
  )
  const { serviceProvider, identityProvider, now } = expected
  const assertion = readAssertion(root, { serviceProvider, issuer: identityProvider.entityId, now })
  const answers = attributeOf(response, 'InResponseTo')
  demand(answers === assertion.inResponseTo, 'in_response_to', 'response and assertion answer different requests')
  return assertion
}

/** One response with one assertion, plain or encrypted, and signatures on these two only: what wrapping has to break. */
function checkStructure(document: XmlDocument): XmlElement {
  const { root } = document
  demand(isNamed(root, SAMLP, 'Response'), 'structure', 'not a response')
  const carriers = [...childrenNamed(root, SAML, 'Assertion'), ...childrenNamed(root, SAML, 'EncryptedAssertion')]
  const everywhere = elementsWithin(root).map(({ localName }) => localName)
  const alike = everywhere.filter((name) => name === 'Assertion' || name === 'EncryptedAssertion')
  const [carrier] = carriers
  const responses = everywhere.filter((name) => name === 'Response')
  if (!carrier && alike.length === 0) demandSuccess(root)
  if (!carrier || carriers.length !== 1 || alike.length !== 1 || responses.length !== 1) {
    return refuse('structure', 'not one response with one assertion')
  }
  demandUniqueIds(document)
  demandNoOtherSignature(document, [root, carrier])
  return carrier
}

function checkEnvelope(response: XmlElement, { serviceProvider, identityProvider, now }: ResponseExpectation): void {
  demand(attributeOf(response, 'Version') === '2.0', 'structure', 'not version 2.0')
  const destination = attributeOf(response, 'Destination')
  demand(destination === serviceProvider.acsUrl, 'destination', 'the response was sent to somebody else')
  const issuer = issuerOf(response) ?? identityProvider.entityId
  demand(issuer === identityProvider.entityId, 'issuer', 'the response is of another provider')
  demandBegun(timeOf(response, 'IssueInstant') ?? refuse('structure', 'no IssueInstant'), now)
}

/** What the provider said instead of an assertion goes on as the reason, cut to what a log takes. */
function demandSuccess(response: XmlElement): void {
  const code = onlyChild(onlyChild(response, SAMLP, 'Status'), SAMLP, 'StatusCode')
  const value = attributeOf(code, 'Value') ?? ''
  const detail = childrenNamed(code, SAMLP, 'StatusCode').map((inner) => attributeOf(inner, 'Value') ?? '')
  demand(value === SUCCESS, 'status', `the provider says ${[value, ...detail].join(' ').slice(0, 200)}`)
}

async function decrypt(
  carrier: XmlElement,
  { serviceProvider }: ResponseExpectation,
  isResponseSigned: boolean,
): Promise<XmlDocument> {
  const privateKeys = serviceProvider.keys.map(({ privateKey }) => privateKey)
  const document = await parseXml(decryptAssertion(carrier, privateKeys, { isResponseSigned }))
  demand(isNamed(document.root, SAML, 'Assertion'), 'structure', 'what was encrypted is no assertion')
  const inner = elementsWithin(document.root).filter(({ localName }) => localName === 'Assertion')
  demand(inner.length === 1, 'structure', 'an assertion inside of an assertion')
  demandUniqueIds(document)
  demandNoOtherSignature(document, [document.root])
  return document
}
