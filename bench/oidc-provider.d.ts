/** The part of npm `oidc-provider` that the benchmark uses; the package brings no types. */
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, configuration: object)
    listen(port: number, host: string): void
  }
}
