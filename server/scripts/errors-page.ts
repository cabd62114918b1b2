import { commonErrors, errorStatus } from '#/platform/errors/app-error.ts'
import { oauthErrorStatus } from '#/protocol/oauth.ts'
import { code, markdownPage, markdownTable } from './markdown.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'

/** Every code of both error envelopes. */
export function errorsPage(codes: readonly ErrorCode[]): string {
  const all = [...Object.values<ErrorCode>(commonErrors), ...codes].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return markdownPage(
    'Error codes',
    'A running server shows the same at `/docs/errors`, with an anchor for each code.',
    [
      '## `/api/v1`',
      '`{ error, code, message, docs_url, details }`, all five always present. `code` is stable; `error` is its class and fixes the status.',
      markdownTable(['Code', 'Class', 'Status', 'Message', 'What to do'], all.map(rowOf)),
      '## `/oauth`',
      '`{ error, error_description, error_uri }` (RFC 6749 §5.2).',
      markdownTable(
        ['Code', 'Status'],
        Object.entries(oauthErrorStatus).map(([name, status]) => [code(name), String(status)]),
      ),
    ],
  )
}

const rowOf = (it: ErrorCode): string[] => [
  code(it.code),
  code(it.error),
  String(errorStatus[it.error]),
  it.message,
  it.help,
]
