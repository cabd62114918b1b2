/** What the tests call of the packages that judge our webhooks: no more than this is held against their versions. */

declare module 'standardwebhooks' {
  export class Webhook {
    constructor(secret: string)
    /** Throws for a message that is not genuine. */
    verify(payload: string, headers: Record<string, string>): unknown
  }
}

declare module 'svix' {
  export class Webhook {
    constructor(secret: string, options?: { format: 'raw' })
    /** Throws for a message that is not genuine. */
    verify(payload: string, headers: Record<string, string>): unknown
  }
}

declare module 'stripe' {
  export class Stripe {
    constructor(apiKey: string)
    readonly webhooks: {
      /** Throws for a message that is not genuine, or older than the tolerance in seconds at a time in milliseconds. */
      constructEvent(
        payload: string,
        header: string,
        secret: string,
        tolerance?: number,
        provider?: undefined,
        receivedAt?: number,
      ): unknown
    }
  }
}

declare module '@octokit/webhooks-methods' {
  export function verify(secret: string, payload: string, signature: string): Promise<boolean>
}
