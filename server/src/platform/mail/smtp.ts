import { assertSafe } from './mailer.ts'
import { dialFailure, failureOf } from './smtp-failure.ts'
import type { Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { Dial } from '#/platform/http-client/outbound.ts'
import type { Mailer, MailMessage } from './mailer.ts'

/** How long to wait for a mail server, in milliseconds. */
export interface SmtpTimeouts {
  readonly connectMs: number
  /** For the greeting, and for each answer after it. */
  readonly answerMs: number
  /** For one message from the first byte to the last, however lively the server trickles. */
  readonly messageMs: number
}

/** A mail server and how to talk to it. */
export interface SmtpOptions {
  readonly host: string
  readonly port: number
  readonly login: { readonly user: string; readonly password: string } | undefined
  /** `tls` from the first byte, `starttls` before anything is said, `none` for a server on the same machine. */
  readonly security: 'tls' | 'starttls' | 'none'
  /** What we call ourselves to the server. */
  readonly clientName: string
  readonly maxConnections: number
  /** How a connection is opened: only to where our requests may go. */
  readonly dial: Dial
  readonly timeouts?: Partial<SmtpTimeouts>
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 10_000, answerMs: 20_000, messageMs: 60_000 }

type SocketCallback = (error: Error | null, socket: { connection: Socket } | false) => void

/** Sends through a mail server. The library is loaded with the first message, because most processes never send one. */
export class SmtpMailer implements Mailer {
  readonly #options: SmtpOptions
  readonly #timeouts: SmtpTimeouts
  #transporter: Promise<Transporter> | undefined
  constructor(options: SmtpOptions) {
    this.#options = options
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
  }

  async send(message: MailMessage): Promise<void> {
    assertSafe(message)
    const transporter = await (this.#transporter ??= this.#open())
    try {
      await transporter.sendMail({
        ...contentOf(message),
        signal: AbortSignal.timeout(this.#timeouts.messageMs),
      })
    } catch (error) {
      throw failureOf(error)
    }
  }

  close(): void {
    void this.#transporter?.then((transporter) => transporter.close())
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { host, port, login, security, clientName, maxConnections, dial } = this.#options
    const { connectMs, answerMs } = this.#timeouts
    return createTransport({
      pool: true,
      maxConnections,
      maxRequeues: 0,
      host,
      port,
      // Each connection looks the host up, checks what it finds and goes there: the library asks no name server.
      getSocket: (_options: unknown, callback: SocketCallback) => {
        dial(host, port, connectMs).then(
          (connection) => callback(null, { connection }),
          (error: unknown) => callback(dialFailure(error), false),
        )
      },
      name: clientName,
      secure: security === 'tls',
      // Without it a stranger on the way could strip the offer of STARTTLS and read on (RFC 8314 §4.1).
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { minVersion: 'TLSv1.2' },
      ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
      connectionTimeout: connectMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
      // Nothing in a message may make us read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
  }
}

/** The message for the library. Envelope and header name the same one recipient, so nothing is left to be parsed. */
function contentOf({ id, from, to, subject, html, text, date }: MailMessage) {
  return {
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    date: new Date(date),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // RFC 3834 §5: keeps vacation notices from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
