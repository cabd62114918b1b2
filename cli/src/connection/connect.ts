import { exitCodes, Failure } from '#/frame/failure.ts'
import type { Printer } from '#/frame/output/printer.ts'
import type { Contexts } from './contexts.ts'
import { curlOf } from './curl.ts'
import { isReadable } from './locate.ts'
import type { Located } from './locate.ts'
import { Server } from './server.ts'

interface ConnectDeps {
  readonly contexts: Contexts
  readonly printer: Printer
  readonly verbose: boolean
  readonly now: () => number
}

/** The server that was found, with the credential that belongs to it. */
export async function connect(located: Located, deps: ConnectDeps): Promise<Server> {
  const { url, credential } = located
  if (!credential) throw noCredential(url)
  if (isReadable(url)) deps.printer.warn(`${url} is not encrypted: your credential can be read on the way.`)
  const send = deps.verbose ? showing(fetch, deps.printer) : fetch
  if (credential.kind === 'api_key') return new Server(url, { fetch: send, apiKey: credential.api_key })
  const { SignIn } = await import('./sign-in.ts')
  const signIn = new SignIn({
    located: { ...located, credential },
    contexts: deps.contexts,
    fetch: send,
    now: deps.now,
  })
  return new Server(url, { fetch: signIn.fetch })
}

/** Writes each request as a curl command to stderr before it goes out. */
export const showing =
  (send: typeof fetch, printer: Printer): typeof fetch =>
  (input, init) => {
    printer.warn(curlOf(input instanceof Request ? input.url : String(input), init))
    return send(input, init)
  }

function noCredential(url: string): Failure {
  return new Failure(`Nobody is signed in at ${url}.`, {
    exitCode: exitCodes.auth,
    next: `mandate login --url ${url}, or set MANDATE_API_KEY`,
    code: 'not_signed_in',
  })
}
