import { isUtf8 } from 'node:buffer'
import { demand, refuse } from './refusal.ts'
import { checkXmlText, MAX_XML_BYTES } from './xml-text.ts'

interface XmlNode {
  readonly nodeType: number
  readonly nodeValue: string | null
}

/** An element as the parser of node-saml gives it: the few members of the DOM that are read here. */
export interface XmlElement extends XmlNode {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly parentNode: XmlNode | null
  readonly childNodes: ArrayLike<XmlNode>
  readonly attributes: ArrayLike<{ readonly localName: string; readonly value: string }>
  hasAttribute(name: string): boolean
  getAttribute(name: string): string
}

/** A parsed message with the text it was parsed from: a signature is verified over both. */
export interface XmlDocument {
  readonly text: string
  readonly root: XmlElement
}

const ELEMENT_NODE = 1
const TEXT_NODE = 3

/** Parses bytes that came from elsewhere, after the gate of `xml-text.ts` has let them in. */
export async function parseXml(bytes: Buffer, comments = false, maxBytes = MAX_XML_BYTES): Promise<XmlDocument> {
  demand(bytes.length <= maxBytes, 'too_large', `more than ${maxBytes} bytes`)
  demand(isUtf8(bytes), 'malformed', 'not UTF-8')
  const text = bytes.toString('utf8')
  checkXmlText(text, { comments })
  return { text, root: await parse(text) }
}

/** Loaded when the first message comes: the libraries of XML take memory that a server without SAML doesn't owe. */
async function parse(text: string): Promise<XmlElement> {
  const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    return (await parseDomFromString(text)).documentElement
  } catch (cause) {
    return refuse('malformed', 'not well-formed', cause)
  }
}

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === ELEMENT_NODE

/** The elements directly below one. */
export const childrenOf = (element: XmlElement): XmlElement[] => Array.from(element.childNodes).filter(isElement)

/** Whether an element has this name. */
export const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.localName === name && element.namespaceURI === namespace

/** The elements of one name directly below another. */
export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  childrenOf(element).filter((child) => isNamed(child, namespace, name))

/** The only element of a name directly below another, or undefined where there is none; two are refused. */
export function optionalChild(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [child, second] = childrenNamed(element, namespace, name)
  demand(second === undefined, 'structure', `more than one ${name}`)
  return child
}

/** The only element of a name directly below another. */
export const onlyChild = (element: XmlElement, namespace: string, name: string): XmlElement =>
  optionalChild(element, namespace, name) ?? refuse('structure', `no ${name}`)

/** An element and everything below it. */
export const elementsWithin = (element: XmlElement): XmlElement[] => [
  element,
  ...childrenOf(element).flatMap(elementsWithin),
]

/** An attribute, or undefined where there is none. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.hasAttribute(name) ? element.getAttribute(name) : undefined

/** The text of an element that has nothing but text inside, without the space around it. */
export function textOf(element: XmlElement): string {
  const nodes = Array.from(element.childNodes)
  const plain = nodes.every((node) => node.nodeType === TEXT_NODE)
  demand(plain, 'structure', `${element.localName} has more than text inside`)
  return nodes
    .map((node) => node.nodeValue ?? '')
    .join('')
    .trim()
}

const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a base64 text, which may be broken into lines (RFC 2045 §6.8), and of nothing else. */
export function decodeBase64(text: string, maxBytes = MAX_XML_BYTES): Buffer {
  demand(text.length <= maxBytes * 1.5, 'too_large', `more than ${maxBytes} bytes`)
  const compact = text.replaceAll(/[\r\n\t ]/g, '')
  demand(compact !== '' && CANONICAL_BASE64.test(compact), 'malformed', 'not base64')
  return Buffer.from(compact, 'base64')
}
