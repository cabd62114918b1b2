import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import { MailFailure } from './mailer.ts'

/** What the library tells about a failure. */
interface SmtpError {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

const sentences: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server closed the connection',
  ETIMEDOUT: 'the mail server did not answer in time',
  ESOCKET: 'the mail server could not be reached',
  EDNS: 'the name of the mail server does not resolve',
  ETLS: 'no secure connection to the mail server came about',
  EAUTH: 'the mail server did not accept user and password',
  ENOAUTH: 'the mail server wants a user and a password',
  EPROTOCOL: 'the mail server does not speak SMTP',
  EABORT: 'the mail server did not take the message in time',
}

/** Why no connection to a mail server came about. */
export function dialFailure(error: unknown): MailFailure {
  const reason = error instanceof OutboundError ? error.reason : 'unreachable'
  return new MailFailure('unreachable', dialSentences[reason] ?? 'the mail server could not be reached')
}

const dialSentences: Readonly<Record<string, string>> = {
  refused: 'the mail server is at an address that is never reached',
  timeout: 'the mail server did not answer in time',
}

/** A failure of the library in our words: the texts and the conversation of the server stay behind. */
export function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code, command, responseCode, response } = error as SmtpError
  const status = typeof responseCode === 'number' ? responseCode : 0
  const answered = status > 0 ? ` (it answered ${status})` : ''
  if (command === 'RCPT TO') return recipientFailure(status, String(response), answered)
  if (command === 'DATA' || code === 'EMESSAGE') {
    return new MailFailure('deferred', `the mail server did not take the message${answered}`)
  }
  if (command === 'MAIL FROM') return new MailFailure('unreachable', `the mail server refused the sender${answered}`)
  const sentence = sentences[String(code)] ?? 'the mail server could not be used'
  // A server that stalls over one message may well take the next.
  return new MailFailure(code === 'EABORT' ? 'deferred' : 'unreachable', sentence + answered)
}

/** A lasting no to one address ends its message. A no of policy (5.7.x, RFC 3463 §3.8) is about us, and may be mended. */
function recipientFailure(status: number, response: string, answered: string): MailFailure {
  const lasting = status >= 500 && !/^\d{3}[ -]5\.7\.\d/.test(response)
  return new MailFailure(lasting ? 'refused' : 'deferred', `the mail server refused the recipient${answered}`)
}
