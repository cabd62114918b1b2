import { isAddress } from './address.ts'

/** Who a message comes from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** One message, written and ready to leave. */
export interface MailMessage {
  /** Stays the same over every attempt, so that a mailbox can tell a repetition. */
  readonly id: string
  readonly from: Sender
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Epoch milliseconds. */
  readonly date: number
}

/** Takes messages away. */
export interface Mailer {
  /** Resolves when somebody else answers for the message; rejects with `MailFailure` when nobody took it. */
  send(message: MailMessage): Promise<void>
  /** Lets go of connections. */
  close(): void
}

/**
 * Why a message did not leave. `refused`: nobody will ever take it. `deferred`: try it again later. `unreachable`: the
 * fault is not the message's, so no other will fare better now. The message of the error is in our own words: what a
 * mail server answers may repeat what it was sent, the password included.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly kind: 'refused' | 'deferred' | 'unreachable'
  constructor(kind: MailFailure['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u
const MAX_SUBJECT_LENGTH = 998

/** Stops what could write a header of its own or reach a second recipient, before a transport sees it (rule EM2). */
export function assertSafe({ from, to, subject }: MailMessage): void {
  if (!isAddress(to)) throw new MailFailure('refused', 'the recipient is not a plain address')
  if (!isAddress(from.address)) throw new MailFailure('refused', 'the sender is not a plain address')
  if (CONTROL.test(from.name)) throw new MailFailure('refused', 'the name of the sender has control characters')
  if (CONTROL.test(subject) || subject.length > MAX_SUBJECT_LENGTH) {
    throw new MailFailure('refused', 'the subject is too long or has control characters')
  }
}
