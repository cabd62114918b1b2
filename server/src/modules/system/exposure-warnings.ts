import { isExposed, listensBeyondLoopback } from '#/platform/config/exposure.ts'
import { isLoopbackUrl } from '#/platform/loopback.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Logger } from '#/platform/log/log.ts'

/** What an operator should change, by a name that stays and a sentence that says how. */
export interface ExposureWarning {
  readonly code: 'dev_mode_exposed' | 'proxy_not_listed' | 'operators_without_second_factor'
  readonly message: string
}

interface ExposureWarningsDeps {
  readonly config: Pick<Config, 'host' | 'baseUrl' | 'trustedProxies'>
  readonly settings: {
    mode(): Promise<'dev' | 'production'>
    current(): Promise<{ readonly 'operators.require_second_factor': boolean | null }>
  }
  readonly log: Logger
}

const DEV_MODE: ExposureWarning = {
  code: 'dev_mode_exposed',
  message:
    'Other machines can reach this server, but its mode is dev, which forgives what production refuses. Swap the mode.',
}

const ONE_FACTOR: ExposureWarning = {
  code: 'operators_without_second_factor',
  message:
    'People who run this server need no second factor: a password that is guessed or phished opens all of it. Set operators.require_second_factor to null.',
}

/** What is careless about a server that other machines can reach or that is in production, as far as this process has seen. */
export class ExposureWarnings {
  readonly #deps: ExposureWarningsDeps
  #unlistedProxy: string | undefined
  constructor(deps: ExposureWarningsDeps) {
    this.#deps = deps
  }

  /** What to warn of now. */
  async current(): Promise<ExposureWarning[]> {
    const { config, settings } = this.#deps
    const [mode, { 'operators.require_second_factor': required }] = await Promise.all([
      settings.mode(),
      settings.current(),
    ])
    const proxy = this.#proxyWarning()
    return [
      ...(isExposed(config) && mode === 'dev' ? [DEV_MODE] : []),
      ...(proxy ? [proxy] : []),
      ...(mode === 'production' && required === false ? [ONE_FACTOR] : []),
    ]
  }

  /** Logs what is known when the process starts. */
  async logAtStart(): Promise<void> {
    for (const { code, message } of await this.current()) this.#deps.log.warn({ code }, message)
  }

  /** Notes a peer that forwards and is not listed. The first one is logged; the others say nothing new. */
  forwardedBy(peer: string): void {
    if (this.#unlistedProxy !== undefined || isLoopbackUrl(this.#deps.config.baseUrl)) return
    const warned = this.#proxyWarning() !== undefined
    this.#unlistedProxy = peer
    if (!warned) this.#deps.log.warn({ code: 'proxy_not_listed', peer }, notListed(peer).message)
  }

  /** A public base URL on a server that only this machine can reach means a proxy, even one that adds no header. */
  #proxyWarning(): ExposureWarning | undefined {
    const { config } = this.#deps
    if (this.#unlistedProxy !== undefined) return notListed(this.#unlistedProxy)
    const isBehindProxy = !isLoopbackUrl(config.baseUrl) && !listensBeyondLoopback(config)
    return isBehindProxy && config.trustedProxies.length === 0 ? notListed(undefined) : undefined
  }
}

const notListed = (peer: string | undefined): ExposureWarning => ({
  code: 'proxy_not_listed',
  message: `${
    peer === undefined
      ? 'The base URL is public, so a proxy stands in front, but MANDATE_TRUSTED_PROXIES is empty'
      : `Requests from ${peer} say that they were forwarded, but it is not in MANDATE_TRUSTED_PROXIES`
  }: to limits and the audit log, all who come through a proxy that is not listed are one client. List its address if it is yours.`,
})
