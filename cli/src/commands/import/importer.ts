import type { Server } from '#/connection/server.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import type { Entry, FieldError, Person } from './person.ts'

/** What became of somebody, or would. */
export interface Outcome {
  readonly position: number
  readonly email: string | null
  readonly outcome: 'created' | 'exists' | 'refused' | 'skipped'
  readonly id: string | null
  readonly errors: readonly FieldError[]
}

interface ImporterDeps {
  readonly server: Pick<Server, 'request'>
  readonly dryRun: boolean
  readonly trustsVerified: boolean
  /** Whether somebody whose hash the server can't take comes without a password instead of not at all. */
  readonly dropsUnknownHashes: boolean
  readonly pause: (millis: number) => Promise<void>
}

/** What the server makes of one request. */
interface Answer {
  readonly results: readonly (Pick<Outcome, 'outcome' | 'id' | 'errors'> & { readonly index: number })[]
}

interface Waiting {
  readonly position: number
  readonly person: Person
}

const MAX_PEOPLE = 500
// The server takes 1 MiB; the rest is the envelope.
const MAX_BYTES = 1_000_000
const MAX_HASH_CHARACTERS = 1024
const TRIES = 6

/**
 * Brings people to the server, some hundred at once. Whoever is there already is told apart and stays, so whatever was cut
 * off can be done again from the start.
 */
export class Importer {
  readonly #deps: ImporterDeps
  /** Addresses of a dry run, which the server does not remember. */
  readonly #seen = new Set<string>()
  constructor(deps: ImporterDeps) {
    this.#deps = deps
  }

  /** The outcome of each, some time after it was read; the order is kept within a request. */
  async *run(entries: AsyncIterable<Entry>, interrupted: AbortSignal): AsyncGenerator<Outcome> {
    let waiting: Waiting[] = []
    let bytes = 0
    for await (const entry of entries) {
      const { position, person } = entry
      const early = earlyOutcome(entry)
      if (early || !person) {
        if (early) yield early
        continue
      }
      const size = Buffer.byteLength(JSON.stringify(person)) + 1
      if (waiting.length === MAX_PEOPLE || (waiting.length > 0 && bytes + size > MAX_BYTES)) {
        yield* await this.#send(waiting)
        if (interrupted.aborted) return
        waiting = []
        bytes = 0
      }
      waiting.push({ position, person })
      bytes += size
    }
    if (waiting.length > 0) yield* await this.#send(waiting)
  }

  async #send(people: readonly Waiting[]): Promise<Outcome[]> {
    const { dropsUnknownHashes } = this.#deps
    const outcomes = await this.#ask(people)
    if (dropsUnknownHashes) {
      const unknown = people.filter((_, i) => isAboutHash(outcomes[i]))
      const bare = unknown.map(({ position, person }) => ({
        position,
        person: { ...person, password_hash: undefined },
      }))
      const again = new Map(
        (bare.length > 0 ? await this.#ask(bare) : []).map((outcome) => [outcome.position, outcome]),
      )
      return outcomes.map((outcome) => this.#firstTime(again.get(outcome.position) ?? outcome))
    }
    return outcomes.map((outcome) => this.#firstTime(outcome))
  }

  /** In a dry run nobody is created, so who comes again in another request is known here alone. */
  #firstTime(outcome: Outcome): Outcome {
    if (!this.#deps.dryRun || outcome.outcome !== 'created' || outcome.email === null) return outcome
    const email = outcome.email.trim().toLowerCase()
    if (this.#seen.has(email)) return { ...outcome, outcome: 'exists' }
    this.#seen.add(email)
    return outcome
  }

  /** What the server says of each. Of what it refuses as a whole, the halves are tried, down to whom it is about. */
  async #ask(people: readonly Waiting[]): Promise<Outcome[]> {
    const { dryRun, trustsVerified } = this.#deps
    const users = people.map(({ person }) => person)
    const body = { users, dry_run: dryRun, trust_email_verified: trustsVerified }
    try {
      const { results } = await this.#patiently(body)
      return people.map(({ position, person: { email } }, i) => {
        const { outcome, id, errors } = results[i] ?? { outcome: 'refused' as const, id: null, errors: [] }
        return { position, email, outcome, id, errors }
      })
    } catch (error) {
      if (!isAboutPeople(error)) throw error
      const [first] = people
      if (people.length === 1 && first) return [refused(first, error)]
      const middle = Math.ceil(people.length / 2)
      return [...(await this.#ask(people.slice(0, middle))), ...(await this.#ask(people.slice(middle)))]
    }
  }

  /** Again and again while the server is away or has too much to do: nobody is created twice. */
  async #patiently(body: unknown): Promise<Answer> {
    for (let i = 1; ; i++) {
      try {
        return await this.#deps.server.request<Answer>('POST', '/api/v1/admin/users/import', { body })
      } catch (error) {
        if (i === TRIES || !isPassing(error)) throw error
        await this.#deps.pause(500 * 2 ** i)
      }
    }
  }
}

/** The outcome of an entry that no server has to be asked about. */
function earlyOutcome({ position, person, errors = [], skipped }: Entry): Outcome | undefined {
  const base = { position, email: person?.email ?? null, id: null }
  if (skipped !== undefined) return { ...base, outcome: 'skipped', errors: [{ pointer: '', message: skipped }] }
  const all = [...errors]
  if ((person?.password_hash?.length ?? 0) > MAX_HASH_CHARACTERS)
    all.push({ pointer: '/password_hash', message: 'This is too long for a hash.' })
  return all.length > 0 || !person ? { ...base, outcome: 'refused', errors: all } : undefined
}

const isAboutHash = (outcome: Outcome | undefined): boolean =>
  outcome?.outcome === 'refused' && outcome.errors.every(({ pointer }) => pointer === '/password_hash')

const refused = ({ position, person }: Waiting, failure: Failure): Outcome => ({
  position,
  email: person.email,
  outcome: 'refused',
  id: null,
  errors: (failure.about.details ?? [failure.message]).map((message) => ({ pointer: '', message })),
})

const isAboutPeople = (error: unknown): error is Failure =>
  error instanceof Failure && ['invalid_request', 'payload_too_large'].includes(error.about.code ?? '')

const isPassing = (error: unknown): boolean =>
  error instanceof Failure && (error.about.exitCode === exitCodes.unreachable || error.about.code === 'rate_limited')
