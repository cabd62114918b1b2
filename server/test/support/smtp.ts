import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A message as a mail server takes it. */
export interface ReceivedMail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly raw: string
}

interface SmtpServerOptions {
  /** The login it insists on. */
  readonly login?: { readonly user: string; readonly password: string }
  /** What it answers to a command instead of going on: `/^RCPT/` → `550 5.1.1 no such user`. */
  readonly refuse?: (command: string) => string | undefined
  /** Accepts connections and never says a word. */
  readonly blackhole?: boolean
}

/** A real mail server on loopback: speaks enough of SMTP to be sent to, keeps what it got. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = []
  /** Every line clients sent outside of messages. */
  readonly commands: string[] = []
  connections = 0
  readonly #options: SmtpServerOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(options: SmtpServerOptions) {
    this.#options = options
    this.#server = createServer((socket) => this.#accept(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (this.#options.blackhole) return void socket.resume()
    const conversation = new Conversation(this, this.#options, (line) => void socket.write(`${line}\r\n`))
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (!conversation.hear(line)) socket.end()
    })
    socket.write('220 localhost ready\r\n')
  }
}

/** One connection's talk. */
class Conversation {
  readonly #server: TestSmtpServer
  readonly #options: SmtpServerOptions
  readonly #say: (line: string) => void
  #loggedIn: boolean
  #from = ''
  #recipients: string[] = []
  #data: string[] | undefined

  constructor(server: TestSmtpServer, options: SmtpServerOptions, say: (line: string) => void) {
    this.#server = server
    this.#options = options
    this.#say = say
    this.#loggedIn = options.login === undefined
  }

  /** Takes one line; false when the talk is over. */
  hear(line: string): boolean {
    if (this.#data) return this.#hearData(line, this.#data)
    this.#server.commands.push(line)
    const refusal = this.#options.refuse?.(line)
    if (refusal !== undefined) this.#say(refusal)
    else this.#answer(line)
    return !/^QUIT/i.test(line)
  }

  #answer(line: string): void {
    const [command = ''] = line.toUpperCase().split(' ')
    if (command === 'EHLO') this.#say('250-localhost\r\n250-8BITMIME\r\n250 AUTH PLAIN')
    else if (command === 'AUTH') this.#login(line)
    else if (command === 'QUIT') this.#say('221 bye')
    else if (command === 'RSET' || command === 'NOOP') this.#say('250 ok')
    else if (!this.#loggedIn) this.#say('530 5.7.0 log in first')
    else if (command === 'MAIL') this.#begin(line)
    else if (command === 'RCPT') this.#address(line)
    else if (command === 'DATA') this.#startData()
    else this.#say('502 what')
  }

  #login(line: string): void {
    const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
      .toString()
      .split('\0')
    const { login } = this.#options
    this.#loggedIn = login === undefined || (user === login.user && password === login.password)
    // Some servers repeat what they were sent.
    this.#say(this.#loggedIn ? '235 2.7.0 welcome' : `535 5.7.8 no: ${line} ${password}`)
  }

  #begin(line: string): void {
    this.#from = /<([^>]*)>/.exec(line)?.[1] ?? ''
    this.#recipients = []
    this.#say('250 ok')
  }

  #address(line: string): void {
    this.#recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
    this.#say('250 ok')
  }

  #startData(): void {
    this.#data = []
    this.#say('354 go on')
  }

  #hearData(line: string, data: string[]): boolean {
    if (line !== '.') {
      data.push(line.startsWith('.') ? line.slice(1) : line)
      return true
    }
    this.#data = undefined
    this.#server.received.push({ from: this.#from, recipients: this.#recipients, raw: data.join('\r\n') })
    this.#say('250 taken')
    return true
  }
}

/** Starts a mail server that ends with the test. */
export async function startSmtpServer(t: TestContext, options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const server = new TestSmtpServer(options)
  await server.listen()
  t.after(() => server.close())
  return server
}

/** The header lines of a message, folded lines joined. */
export function headersOf({ raw }: ReceivedMail): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
}

/** The words of a message with its transfer encoding undone, as far as plain text and markup need it. */
export function bodyOf({ raw }: ReceivedMail): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
