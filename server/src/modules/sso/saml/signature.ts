import {
  attributeOf,
  childrenOf,
  elementsWithin,
  isNamed,
  onlyChild,
  optionalChild,
  parseXml,
  textOf,
} from './document.ts'
import type { XmlDocument, XmlElement } from './document.ts'
import { digestAlgorithms, ENVELOPED, EXCLUSIVE_C14N, namespaces, signatureAlgorithms } from './names.ts'
import { demand, refuse } from './refusal.ts'

const DS = namespaces.signature
const ID = /^[A-Za-z_][\w.-]{0,255}$/

/**
 * The signature of an element, in the one shape that is let in (Core §5.4): one reference, to its parent, by an id that
 * nothing else has; two transforms; nothing besides. Whatever a wrapped signature moves breaks one of these.
 */
function checkShape(signature: XmlElement, parent: XmlElement): void {
  const [signedInfo, value, keyInfo, ...others] = childrenOf(signature)
  const isShaped =
    signedInfo !== undefined &&
    isNamed(signedInfo, DS, 'SignedInfo') &&
    value !== undefined &&
    isNamed(value, DS, 'SignatureValue') &&
    (keyInfo === undefined || isNamed(keyInfo, DS, 'KeyInfo')) &&
    others.length === 0
  if (!isShaped) refuse('structure', 'a signature of an unusual shape')
  textOf(value)
  const reference = onlyChild(signedInfo, DS, 'Reference')
  demand(childrenOf(signedInfo).length === 3, 'structure', 'more in SignedInfo than there should be')
  demandAlgorithm(onlyChild(signedInfo, DS, 'CanonicalizationMethod'), new Set([EXCLUSIVE_C14N]))
  demandAlgorithm(onlyChild(signedInfo, DS, 'SignatureMethod'), signatureAlgorithms)
  checkReference(reference, attributeOf(parent, 'ID') ?? '')
}

function checkReference(reference: XmlElement, id: string): void {
  demand(ID.test(id) && attributeOf(reference, 'URI') === `#${id}`, 'structure', 'the signature is of something else')
  demand(childrenOf(reference).length === 3, 'structure', 'more in Reference than there should be')
  const transforms = childrenOf(onlyChild(reference, DS, 'Transforms'))
  const algorithms = transforms.map((transform) => attributeOf(transform, 'Algorithm')).join(' ')
  demand(algorithms === `${ENVELOPED} ${EXCLUSIVE_C14N}`, 'algorithm', 'transforms other than the two of SAML')
  demandAlgorithm(onlyChild(reference, DS, 'DigestMethod'), digestAlgorithms)
  textOf(onlyChild(reference, DS, 'DigestValue'))
}

function demandAlgorithm(element: XmlElement, allowed: ReadonlySet<string>): void {
  const algorithm = attributeOf(element, 'Algorithm') ?? ''
  demand(allowed.has(algorithm), 'algorithm', `${element.localName} is not allowed: ${algorithm.slice(0, 100)}`)
}

/** Refuses a document in which two elements have one id, whatever the attribute is called. */
export function demandUniqueIds({ root }: XmlDocument): void {
  const seen = new Set<string>()
  for (const element of elementsWithin(root)) {
    const ids = Array.from(element.attributes).filter(({ localName }) => localName.toLowerCase() === 'id')
    for (const { value } of ids) {
      demand(!seen.has(value), 'structure', 'two elements with one id')
      seen.add(value)
    }
  }
}

/** Refuses a document with a signature anywhere but directly below one of these elements. */
export function demandNoOtherSignature({ root }: XmlDocument, owners: readonly XmlElement[]): void {
  for (const element of elementsWithin(root)) {
    const misplaced = element.localName === 'Signature' && !owners.some((owner) => owner === element.parentNode)
    demand(!misplaced, 'structure', 'a signature where none belongs')
  }
}

/** Whether an element carries a signature of its own. */
export const isSigned = (element: XmlElement): boolean => optionalChild(element, DS, 'Signature') !== undefined

/**
 * Verifies the signature of an element by the pinned certificates and returns the bytes that were signed, parsed anew:
 * who reads on from there can't read anything that nobody signed. A certificate inside of the message counts for nothing.
 */
export async function verifySignature(
  document: XmlDocument,
  element: XmlElement,
  certificates: readonly string[],
): Promise<XmlDocument> {
  const signature = optionalChild(element, DS, 'Signature') ?? refuse('unsigned', `${element.localName} is not signed`)
  checkShape(signature, element)
  const { getVerifiedXml } = await import('@node-saml/node-saml/lib/xml.js')
  const signed = verifiedText(() => getVerifiedXml(document.text, element, certificates))
  if (signed === null) refuse('signature', 'no pinned certificate verifies the signature')
  const verified = await parseXml(Buffer.from(signed))
  const isSame = isNamed(verified.root, element.namespaceURI ?? '', element.localName)
  demand(isSame && attributeOf(verified.root, 'ID') === attributeOf(element, 'ID'), 'structure', 'signed was another')
  return verified
}

function verifiedText(verify: () => string | null): string | null {
  try {
    return verify()
  } catch (cause) {
    return refuse('signature', 'the signature could not be verified', cause)
  }
}
