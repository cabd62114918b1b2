import type { ImportedUsers, UsersImportBody } from '@mandate/sdk'
import type { Mapped, Person, Problem } from './mapping.ts'

/** What became of a row, or would. */
export interface Outcome {
  readonly line: number
  readonly email: string
  readonly outcome: 'created' | 'exists' | 'refused'
  readonly id: string | null
  /** In the words of the server. */
  readonly errors: readonly string[]
  /** What the dashboard found itself. */
  readonly problems: readonly Problem[]
}

interface RunOptions {
  readonly send: (body: UsersImportBody) => PromiseLike<ImportedUsers>
  readonly dryRun: boolean
  readonly trustsVerified: boolean
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

const MAX_PEOPLE = 500
// The server takes 1 MiB.
const MAX_CHARACTERS = 250_000
const MAX_HASH = 1024

/** Brings people to the server, some hundred at once. The same rows can be brought again: nobody is created twice. */
export async function bring(rows: readonly Mapped[], options: RunOptions): Promise<Outcome[]> {
  const { send, dryRun, trustsVerified, onProgress, signal } = options
  const outcomes: Outcome[] = []
  const seen = new Set<string>()
  for (const group of groupsOf(rows)) {
    if (signal.aborted) break
    const sent = group.filter(
      ({ problems, person }) => problems.length === 0 && (person.password_hash ?? '').length <= MAX_HASH,
    )
    const { results } =
      sent.length === 0
        ? { results: [] }
        : await send({
            users: sent.map(({ person }) => person),
            dry_run: dryRun,
            trust_email_verified: trustsVerified,
          })
    const byRow = new Map(sent.map((row, i) => [row, results[i]]))
    for (const row of group) outcomes.push(outcomeOf(row, byRow.get(row), dryRun ? seen : undefined))
    onProgress(outcomes.length)
  }
  return outcomes
}

function outcomeOf(
  { line, person: { email }, problems }: Mapped,
  result: ImportedUsers['results'][number] | undefined,
  seen: Set<string> | undefined,
): Outcome {
  const base = { line, email, problems }
  if (result === undefined) return { ...base, outcome: 'refused', id: null, errors: [] }
  const errors = result.errors.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`)
  const { outcome, id } = result
  // The server forgets a dry run, so who comes twice in different requests is known here.
  const isAgain = outcome === 'created' && seen?.has(email.toLowerCase()) === true
  if (outcome === 'created') seen?.add(email.toLowerCase())
  return { ...base, outcome: isAgain ? 'exists' : outcome, id, errors }
}

function* groupsOf(rows: readonly Mapped[]): Generator<Mapped[]> {
  let group: Mapped[] = []
  let characters = 0
  for (const row of rows) {
    const size = sizeOf(row.person)
    if (group.length === MAX_PEOPLE || (group.length > 0 && characters + size > MAX_CHARACTERS)) {
      yield group
      group = []
      characters = 0
    }
    group.push(row)
    characters += size
  }
  if (group.length > 0) yield group
}

const sizeOf = (person: Person): number => JSON.stringify(person).length
