// The few members of samlify that the tests use. Its own types would bring those of a browser into the whole server.
declare module 'samlify' {
  interface RequestInfo {
    readonly extract: { readonly nameID?: string; readonly request?: Readonly<Record<string, string>> }
  }
  interface RedirectRequest {
    readonly query: Readonly<Record<string, string>>
    readonly octetString: string
  }
  interface Service {
    readonly Binding: string
    readonly Location: string
  }
  interface IdentityProviderSettings {
    readonly entityID: string
    readonly signingCert: string
    readonly privateKey: string
    readonly wantAuthnRequestsSigned: boolean
    readonly wantLogoutRequestSigned: boolean
    readonly wantLogoutResponseSigned: boolean
    readonly requestSignatureAlgorithm: string
    readonly isAssertionEncrypted: boolean
    readonly messageSigningOrder: string
    readonly singleSignOnService: readonly Service[]
    readonly singleLogoutService: readonly Service[]
    readonly dataEncryptionAlgorithm: string
    readonly loginResponseTemplate: { readonly context: string; readonly attributes: readonly never[] }
  }
  interface LoginResponseOptions {
    readonly customTagReplacement: (template: string) => { id: string; context: string }
    readonly encryptThenSign: boolean
  }
  interface ServiceProviderInstance {
    readonly entityMeta: { getAssertionConsumerService(binding: string): string; getEntityID(): string }
  }
  interface IdentityProviderInstance {
    getMetadata(): string
    parseLoginRequest(sp: ServiceProviderInstance, binding: string, request: RedirectRequest): Promise<RequestInfo>
    parseLogoutRequest(sp: ServiceProviderInstance, binding: string, request: RedirectRequest): Promise<RequestInfo>
    createLoginResponse(
      sp: ServiceProviderInstance,
      request: RequestInfo,
      binding: string,
      user: object,
      options: LoginResponseOptions,
    ): Promise<{ context: string }>
    createLogoutRequest(sp: ServiceProviderInstance, binding: string, user: object): { context: string }
    createLogoutResponse(
      sp: ServiceProviderInstance,
      request: RequestInfo,
      binding: string,
      options: object,
    ): { context: string }
  }
  const Constants: {
    readonly namespace: {
      readonly names: { readonly assertion: string; readonly protocol: string }
      readonly binding: { readonly redirect: string }
    }
  }
  function IdentityProvider(settings: IdentityProviderSettings): IdentityProviderInstance
  function ServiceProvider(settings: {
    readonly metadata: string
    readonly wantLogoutRequestSigned: boolean
    readonly wantLogoutResponseSigned: boolean
  }): ServiceProviderInstance
  function setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void
}
