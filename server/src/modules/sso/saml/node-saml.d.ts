// The two functions of node-saml that are used here. Its own types would bring those of a browser into the whole server.
declare module '@node-saml/node-saml/lib/xml.js' {
  import type { XmlElement } from '#/modules/sso/saml/document.ts'

  export function parseDomFromString(xml: string): Promise<{ readonly documentElement: XmlElement }>
  /** The canonical text that the signature of an element covers; null unless one of the certificates verifies it. */
  export function getVerifiedXml(document: string, element: XmlElement, certificates: readonly string[]): string | null
}
