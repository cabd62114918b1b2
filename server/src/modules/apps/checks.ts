import { checkDraft } from '#/modules/clients/index.ts'
import type { Client, DraftProblem } from '#/modules/clients/index.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { typeProblems } from './app-types.ts'
import type { AppDraft } from './app-types.ts'
import { MAX_NOTES, notesOf } from './metadata-notes.ts'

/** The lifetimes the server is set to. */
export interface Lifetimes {
  readonly accessSeconds: number
  readonly refreshSeconds: number
}

/** The lifetimes that are being set: a lower default of the server must not block other changes. */
type SetLifetimes = Partial<Pick<Client, 'accessTokenTtlSeconds' | 'refreshTokenTtlSeconds'>>

/** Throws `invalid_request` with everything that is wrong with an application as it is to be. */
export function requireSound(draft: AppDraft, set: SetLifetimes, server: Lifetimes): void {
  const general = checkDraft(draft).map(({ member, message }) => ({ pointer: pointerTo(member), message }))
  const { appType } = draft
  const ofType = appType === null ? [] : typeProblems({ ...draft, appType })
  // What is wrong for every client is told before what is wrong for the type, once for each field.
  const problems = new Map([...ofType, ...general].map((problem) => [problem.pointer, problem]))
  const all = [...problems.values(), ...lifetimeProblems(set, server), ...noteProblems(draft)]
  if (all.length > 0) throw invalid(all)
}

/** Throws `invalid_request` with what is wrong with a draft, when anything is. */
export function requireNone(problems: readonly DraftProblem[]): void {
  if (problems.length > 0)
    throw invalid(problems.map(({ member, message }) => ({ pointer: pointerTo(member), message })))
}

/** Applications have a name where clients have a client_name. */
const pointerTo = (member: string): string => (member === 'client_name' ? '/name' : `/${member}`)

/** Beyond what the schema says of one request: a patch adds to what is there. */
const noteProblems = (draft: AppDraft): FieldError[] =>
  Object.keys(notesOf(draft)).length > MAX_NOTES
    ? [{ pointer: '/metadata', message: `must not have more than ${MAX_NOTES} notes` }]
    : []

function lifetimeProblems(set: SetLifetimes, server: Lifetimes): FieldError[] {
  const tooLong = (pointer: string, seconds: number | null | undefined, most: number): FieldError[] =>
    (seconds ?? 0) > most ? [{ pointer, message: `must not be more than ${most}` }] : []
  return [
    ...tooLong('/access_token_ttl_seconds', set.accessTokenTtlSeconds, 2 * server.accessSeconds),
    ...tooLong('/refresh_token_ttl_seconds', set.refreshTokenTtlSeconds, 2 * server.refreshSeconds),
  ]
}
