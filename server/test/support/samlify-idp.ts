import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import type { IdentityProviderInstance, ServiceProviderInstance } from 'samlify'
import type { ServiceProviderKey } from '#/modules/sso/saml/parties.ts'

// samlify as identity provider: code that nobody here wrote reads our requests and metadata, and writes the responses.

const { assertion, protocol } = Constants.namespace.names
const { redirect } = Constants.namespace.binding
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

setSchemaValidator({ validate: () => Promise.resolve('not checked here') })

/** Whom the provider signs in, and when. */
export interface SamlifyPerson {
  readonly nameId: string
  readonly email: string
  readonly now: number
}

const template =
  `<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" ` +
  'Destination="{Destination}"{InResponseTo}><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status>' +
  '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
  '<saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject>' +
  '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">{NameID}</saml:NameID>' +
  '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ' +
  'NotOnOrAfter="{NotOnOrAfter}" Recipient="{Destination}"{InResponseTo}/></saml:SubjectConfirmation></saml:Subject>' +
  '<saml:Conditions NotBefore="{IssueInstant}" NotOnOrAfter="{NotOnOrAfter}"><saml:AudienceRestriction>' +
  '<saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>' +
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>' +
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
  '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>{Email}</saml:AttributeValue></saml:Attribute>' +
  '</saml:AttributeStatement></saml:Assertion></samlp:Response>'

/** An identity provider in the hands of samlify, which knows us by our metadata alone. */
export class SamlifyIdp {
  readonly #idp: IdentityProviderInstance
  #count = 0

  constructor({ certificate, privateKey }: ServiceProviderKey, { encrypts = false } = {}) {
    this.#idp = IdentityProvider({
      entityID: 'https://idp.test/metadata',
      signingCert: certificate,
      privateKey,
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      requestSignatureAlgorithm: RSA_SHA256,
      isAssertionEncrypted: encrypts,
      messageSigningOrder: 'encrypt-then-sign',
      singleSignOnService: [{ Binding: redirect, Location: 'https://idp.test/sso' }],
      singleLogoutService: [{ Binding: redirect, Location: 'https://idp.test/slo' }],
      dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      loginResponseTemplate: { context: template, attributes: [] },
    })
  }

  get metadata(): string {
    return this.#idp.getMetadata()
  }

  /** Reads and verifies a request that came by the redirect binding, and writes the response to it, for the POST binding. */
  async signIn(requestUrl: string, ourMetadata: string, person: SamlifyPerson): Promise<string> {
    const sp = this.#serviceProvider(ourMetadata)
    const request = await this.#idp.parseLoginRequest(sp, 'redirect', redirected(requestUrl))
    const to = sp.entityMeta.getAssertionConsumerService('post')
    const answers = request.extract.request?.['id'] ?? ''
    const iso = (ms: number): string => new Date(person.now + ms).toISOString()
    const [id, assertionId] = [`_r${++this.#count}`, `_a${this.#count}`]
    const values = {
      ID: id,
      AssertionID: assertionId,
      IssueInstant: iso(0),
      NotOnOrAfter: iso(300_000),
      Destination: to,
      InResponseTo: ` InResponseTo="${answers}"`,
      Issuer: 'https://idp.test/metadata',
      NameID: person.nameId,
      Email: person.email,
      Audience: sp.entityMeta.getEntityID(),
    }
    const fill = (text: string): { id: string; context: string } => ({
      id,
      context: Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, value), text),
    })
    const options = { customTagReplacement: fill, encryptThenSign: true }
    const { context } = await this.#idp.createLoginResponse(sp, request, 'post', { email: person.email }, options)
    return context
  }

  /** Reads and verifies a logout request of ours, and returns the address with the answer to it. */
  async logOut(requestUrl: string, ourMetadata: string): Promise<{ nameId: string; answerUrl: string }> {
    const sp = this.#serviceProvider(ourMetadata)
    const request = await this.#idp.parseLogoutRequest(sp, 'redirect', redirected(requestUrl))
    const { context } = this.#idp.createLogoutResponse(sp, request, 'redirect', { relayState: 'state' })
    return { nameId: String(request.extract.nameID), answerUrl: context }
  }

  /** The address that brings us a logout request of the provider. */
  requestLogout(ourMetadata: string, nameId: string): string {
    const sp = this.#serviceProvider(ourMetadata)
    return this.#idp.createLogoutRequest(sp, 'redirect', { logoutNameID: nameId }).context
  }

  #serviceProvider(metadata: string): ServiceProviderInstance {
    return ServiceProvider({ metadata, wantLogoutRequestSigned: true, wantLogoutResponseSigned: true })
  }
}

/** What samlify wants to know of a request of the redirect binding. */
function redirected(url: string): { query: Record<string, string>; octetString: string } {
  const raw = new URL(url).search.slice(1)
  const query = Object.fromEntries(new URLSearchParams(raw))
  return { query, octetString: raw.split('&Signature=')[0] ?? '' }
}
