import { AppError } from '#/platform/errors/app-error.ts'
import { TIER } from './admin-schemas.ts'
import { parseEmail } from './email.ts'
import { usersImported } from './events.ts'
import { checkedMetadata } from './metadata.ts'
import { emailOf, nameOf } from './new-user.ts'
import { UserStore } from './store.ts'
import type { Static } from 'typebox'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Db } from '#/platform/db/db.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { ImportBody, ImportedSchema } from './import-schemas.ts'
import type { NewUser } from './new-user.ts'
import type { Operator } from './operators.ts'
import type { Users } from './users.ts'

interface UserImportDeps {
  readonly db: Db
  readonly events: Events
  readonly users: Users
  /** Why the hash of a password can't be taken; credentials know users, so it is handed in. */
  readonly problemOfHash: (hash: string) => string | undefined
}

type Body = Static<typeof ImportBody>
type Imported = Static<typeof ImportedSchema>
type Result = Imported['results'][number]

/** Somebody who may become a user. */
interface Candidate {
  readonly index: number
  readonly canonical: string
  readonly input: NewUser
}

// One transaction each, so that others come in between: what it writes takes some milliseconds.
const PER_TRANSACTION = 50

/**
 * People of another system, many at once. Each becomes a user, is one already and stays as they are, or is refused with the
 * reason. Who they are is decided by their address, so the same request can be made again. Nobody gets a system role.
 */
export class UserImport {
  readonly #deps: UserImportDeps
  readonly #store: UserStore
  constructor(deps: UserImportDeps) {
    this.#deps = deps
    this.#store = new UserStore(deps.db)
  }

  /** Imports people, or with `dry_run` only says what would become of each. */
  async run({ users, trust_email_verified, dry_run = false }: Body, by: Operator): Promise<Imported> {
    const results = new Map<number, Result>()
    const candidates = new Map<string, Candidate>()
    const repeated: Candidate[] = []
    for (const [index, person] of users.entries()) {
      const errors = this.#errorsOf(person)
      const canonical = parseEmail(person.email)?.canonical
      if (errors.length > 0 || canonical === undefined) {
        results.set(index, { index, outcome: 'refused', id: null, errors })
        continue
      }
      const candidate = { index, canonical, input: newUserOf(person, trust_email_verified === true) }
      if (candidates.has(canonical)) repeated.push(candidate)
      else candidates.set(canonical, candidate)
    }
    for (const group of inGroups([...candidates.values()], PER_TRANSACTION)) {
      for (const result of await this.#import(group, dry_run, by.actor)) results.set(result.index, result)
    }
    for (const { index, canonical } of repeated) {
      const id = results.get(candidates.get(canonical)?.index ?? index)?.id ?? null
      results.set(index, { index, outcome: 'exists', id, errors: [] })
    }
    const imported = summaryOf(
      users.map((_, index) => results.get(index)),
      dry_run,
    )
    if (!dry_run && imported.created > 0) await this.#record(imported, by.actor)
    return imported
  }

  #errorsOf(person: Body['users'][number]): FieldError[] {
    const { email, name = '', metadata = {}, tier, password_hash: hash } = person
    const problem = hash === undefined ? undefined : this.#deps.problemOfHash(hash)
    return [
      ...refusalOf(() => emailOf(email)),
      ...refusalOf(() => nameOf(name)),
      ...refusalOf(() => checkedMetadata(metadata)),
      ...(problem === undefined ? [] : [{ pointer: '/password_hash', message: problem }]),
      ...(tier === undefined || TIER_PATTERN.test(tier)
        ? []
        : [{ pointer: '/tier', message: 'Small letters, digits, hyphens and underscores, beginning with a letter.' }]),
    ]
  }

  async #import(group: readonly Candidate[], dryRun: boolean, actor: Actor): Promise<Result[]> {
    const known = await this.#knownAmong(group)
    // In one order, so that two imports of the same people don't wait for each other.
    const others = group
      .filter(({ canonical }) => !known.has(canonical))
      .toSorted((one, other) => (one.canonical < other.canonical ? -1 : 1))
    const created = new Map<string, string | null>()
    if (dryRun) for (const { canonical } of others) created.set(canonical, null)
    else if (others.length > 0)
      for (const [canonical, id] of await this.#create(others, actor)) created.set(canonical, id)
    const late = others.filter(({ canonical }) => !created.has(canonical))
    const existing = new Map([...known, ...(await this.#knownAmong(late))])
    return group.map(({ index, canonical }) => {
      const id = created.get(canonical)
      return id === undefined
        ? { index, outcome: 'exists', id: existing.get(canonical) ?? null, errors: [] }
        : { index, outcome: 'created', id, errors: [] }
    })
  }

  /** Creates those whose address nobody took in this moment: their ids by address. */
  #create(candidates: readonly Candidate[], actor: Actor): Promise<[string, string][]> {
    const { db, users } = this.#deps
    return db.tx(async (tx) => {
      const inputs = candidates.map(({ input }) => input)
      const created = await users.createAll(inputs, actor, tx)
      return created.map(({ emailCanonical, id }) => [emailCanonical, id])
    })
  }

  async #knownAmong(candidates: readonly Candidate[]): Promise<Map<string, string>> {
    const found = await this.#store.findAllByCanonicalEmail(candidates.map(({ canonical }) => canonical))
    return new Map(found.map(({ emailCanonical, id }) => [emailCanonical, id]))
  }

  async #record({ created, existing, refused }: Imported, actor: Actor): Promise<void> {
    const { db, events } = this.#deps
    await events.recordAlone(db, usersImported, { actor, target: null, data: { created, existing, refused } })
  }
}

const TIER_PATTERN = new RegExp(TIER)

const newUserOf = (person: Body['users'][number], trustsVerified: boolean): NewUser => ({
  email: person.email,
  name: person.name,
  passwordHash: person.password_hash,
  emailVerified: trustsVerified && person.email_verified === true,
  disabled: person.disabled,
  tier: person.tier,
  metadata: person.metadata,
})

function summaryOf(found: readonly (Result | undefined)[], dryRun: boolean): Imported {
  const results = found.filter((result) => result !== undefined)
  const count = (wanted: Result['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length
  return {
    dry_run: dryRun,
    created: count('created'),
    existing: count('exists'),
    refused: count('refused'),
    results,
  }
}

/** What is wrong with a field, in the words of the refusal that it would meet anywhere else. */
function refusalOf(check: () => unknown): FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ pointer: error.pointer, message: error.message }]
  }
}

function* inGroups<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
