import { MandateError } from './errors.ts'

/** The URL of a request; what is undefined is left out of the query, and null, too. */
export function urlOf(base: string, path: string, query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return `${base.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`
}

interface EncodedBody {
  readonly body?: string | FormData
  readonly contentType?: string
}

/** The body of a request as it is sent: JSON, or a form where it carries a file. */
export function encodeBody(body: unknown): EncodedBody {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  if (!members.some(([, value]) => value instanceof Blob)) {
    return { body: JSON.stringify(body), contentType: 'application/json' }
  }
  const form = new FormData()
  for (const [name, value] of members) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return { body: form }
}

/** What a response carries: JSON where it says so, nothing where there is nothing, else text. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.status === 204 || text === '') return undefined
  if (!/^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'the server sent JSON that cannot be read'
    throw new MandateError({ status: response.status, code: 'unexpected_response', message, cause })
  }
}
