import { Mandate, MandateError } from '@mandate/sdk'
import { noteCall, withoutSecrets } from './calls.ts'
import { leaveToSignIn } from './sign-in.ts'

export { MandateError }

/** Where the server stands below its origin: this file is one of those at `<base>/admin/assets/`. */
export const base: string = import.meta.env.PROD ? new URL('../..', import.meta.url).pathname.replace(/\/$/, '') : ''

/** The address of the server as its callers know it. */
export const serverUrl = (): string => location.origin + base

/** The API, called with the session of whoever is signed in. Each call is noted for the activity. */
export const mandate = new Mandate({ url: serverUrl(), fetch: notingFetch })

async function notingFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  const about = {
    method: init.method ?? 'GET',
    path: url.pathname + url.search,
    body: typeof init.body === 'string' ? withoutSecrets(JSON.parse(init.body)) : undefined,
    at: Date.now(),
  }
  const started = performance.now()
  const ms = (): number => Math.round(performance.now() - started)
  try {
    const response = await fetch(input, init)
    noteCall({
      ...about,
      status: response.status,
      ms: ms(),
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
    if (response.status === 401) await leaveUnlessProof(response.clone(), url)
    return response
  } catch (error) {
    if (!init.signal?.aborted) noteCall({ ...about, status: 0, ms: ms(), requestId: undefined })
    throw error
  }
}

/** A 401 says that nobody is signed in, but for a wrong password of somebody who proves who they are. */
async function leaveUnlessProof(response: Response, { pathname }: URL): Promise<void> {
  if (pathname.endsWith('/auth/reauthenticate')) return
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  leaveToSignIn(code)
}
