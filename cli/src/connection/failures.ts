import type { MandateError } from '@mandate/sdk'
import { exitCodes, Failure } from '#/frame/failure.ts'
import type { ExitCode } from '#/frame/failure.ts'

const byStatus: Readonly<Record<number, ExitCode>> = {
  400: exitCodes.usage,
  401: exitCodes.auth,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  410: exitCodes.notFound,
  412: exitCodes.conflict,
  502: exitCodes.unreachable,
  503: exitCodes.unreachable,
  504: exitCodes.unreachable,
}

const GATEWAY = '/api/v1/admin/proxy/'

/** What the server at an address said of a path, or that it said nothing, as a failure of the command. */
export function failureOf(error: MandateError, url: string, path = ''): Failure {
  const { status, code, docsUrl, requestId, message } = error
  if (status === 0) {
    return new Failure(`${url} can't be reached.`, {
      exitCode: exitCodes.unreachable,
      why: reasonOf(error),
      next: 'mandate doctor, or check the URL with: mandate context ls',
      code,
    })
  }
  if (code === 'route_not_found' && path.startsWith(GATEWAY)) {
    return new Failure('This server has no such route of the gateway.', {
      exitCode: exitCodes.notFound,
      why: 'It has none while the gateway is off.',
      next: 'Turn it on: start the server with MANDATE_PROXY_ENABLED=true',
      code,
      docsUrl,
      requestId,
    })
  }
  return new Failure(message, {
    exitCode: byStatus[status] ?? exitCodes.failed,
    why: whyOf(error),
    next: nextOf(error),
    code,
    docsUrl,
    requestId,
    details: error.errors.map(({ pointer, message: wrong }) => `${pointer} ${wrong}`),
  })
}

/** The innermost reason of a connection that failed: `connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(error: Error): string {
  let reason: Error = error
  while (reason.cause instanceof Error) reason = reason.cause
  const errors = reason instanceof AggregateError ? (reason.errors as unknown[]) : []
  const first = errors.find((each): each is Error => each instanceof Error)
  return (first ?? reason).message
}

function whyOf({ code, details }: MandateError): string | undefined {
  const scope = details['required_scope']
  if (code === 'insufficient_scope' && typeof scope === 'string') return `It takes the scope ${scope}.`
  return undefined
}

function nextOf({ status, code, retryAfterMs }: MandateError): string | undefined {
  if (code === 'insufficient_scope') return 'Use a key or an account that has it: mandate whoami'
  if (code === 'reauthentication_required') return 'mandate login'
  if (status === 401) return 'mandate login, or set MANDATE_API_KEY'
  if (status === 429)
    return retryAfterMs === undefined ? 'Try again later.' : `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  if (status >= 500) return 'mandate status'
  return undefined
}
