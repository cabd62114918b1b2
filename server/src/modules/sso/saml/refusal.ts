/** Why a SAML message is refused. The reason is for logs and the audit log; whoever sent the message learns nothing of it. */
export type SamlReason =
  | 'too_large'
  | 'malformed'
  | 'forbidden_markup'
  | 'structure'
  | 'status'
  | 'unsigned'
  | 'signature'
  | 'algorithm'
  | 'decryption'
  | 'issuer'
  | 'destination'
  | 'recipient'
  | 'audience'
  | 'in_response_to'
  | 'expired'
  | 'not_yet_valid'
  | 'subject'
  | 'metadata'

/** Thrown for every message that is not accepted; nothing else leaves the readers of this folder. */
export class SamlRefusal extends Error {
  readonly reason: SamlReason

  constructor(reason: SamlReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Refuses a message. */
export function refuse(reason: SamlReason, message: string, cause?: unknown): never {
  throw new SamlRefusal(reason, message, cause === undefined ? undefined : { cause })
}

/** Refuses a message unless a condition holds. */
export function demand(holds: boolean, reason: SamlReason, message: string): asserts holds {
  if (!holds) refuse(reason, message)
}
