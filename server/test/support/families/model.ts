import type { Clock } from '#/platform/clock.ts'

/** A consent as the model remembers it. */
interface ModelConsent {
  living: boolean
}

/** A token or family as the model remembers it. Clients, people and policies are numbers: places in the world's lists. */
export interface Node {
  readonly id: string
  readonly kind: 'access' | 'refresh'
  readonly client: number
  readonly person: number | null
  readonly consent: ModelConsent | null
  /** The agent whose policy it was made under. */
  readonly policy: number | null
  readonly parent: Node | null
  readonly depth: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** What its holder was given; for a family every text so far, the current one last. */
  readonly texts: string[]
  rotatedAt: number | null
  revoked: boolean
}

export interface Counts {
  readonly total: number
  readonly access_tokens: number
  readonly refresh_tokens: number
  readonly delegated_tokens: number
}

/** A code that was redeemed, and the family it became. */
export interface SpentCode {
  readonly fields: Record<string, string>
  readonly family: Node
}

/** What should be true of tokens, told without databases, keys and requests. */
export class FamilyModel {
  readonly nodes: Node[] = []
  readonly codes: SpentCode[] = []
  readonly #clock: Clock
  readonly #idleClients = new Set<number>()
  readonly #disabledPeople = new Set<number>()
  readonly #revokedPolicies = new Set<number>()
  readonly #consents = new Map<string, ModelConsent>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(node: Omit<Node, 'revoked' | 'rotatedAt'>): Node {
    const whole = { ...node, revoked: false, rotatedAt: null }
    this.nodes.push(whole)
    return whole
  }

  isActive = (client: number): boolean => !this.#idleClients.has(client)
  isEnabled = (person: number): boolean => !this.#disabledPeople.has(person)
  hasPolicy = (agent: number): boolean => !this.#revokedPolicies.has(agent)

  /** The consent a new sign-in stands on: the one there is, or a new one. */
  consentOf(person: number, client: number): ModelConsent {
    const key = `${person}.${client}`
    const found = this.#consents.get(key)
    if (found?.living) return found
    const fresh = { living: true }
    this.#consents.set(key, fresh)
    return fresh
  }

  livingConsent(person: number, client: number): ModelConsent | undefined {
    const found = this.#consents.get(`${person}.${client}`)
    return found?.living ? found : undefined
  }

  /** A token lives while it is unrevoked and unexpired and everything it hangs on lives, up to its root. */
  isAlive(node: Node): boolean {
    return (
      this.#isUnexpired(node) &&
      this.isActive(node.client) &&
      (node.person === null || this.isEnabled(node.person)) &&
      (node.consent === null || node.consent.living) &&
      (node.policy === null || this.hasPolicy(node.policy)) &&
      (node.parent === null || this.isAlive(node.parent))
    )
  }

  /** Ends what is chosen and all below it; answers how many that were. */
  revoke(isChosen: (node: Node) => boolean): Counts {
    const affected = this.#affected(isChosen)
    for (const node of affected) node.revoked = true
    return countsOf(affected)
  }

  /** What `revoke` would end. */
  count = (isChosen: (node: Node) => boolean): Counts => countsOf(this.#affected(isChosen))

  endClient(client: number): void {
    this.revoke((node) => node.client === client)
    this.#idleClients.add(client)
    for (const [key, consent] of this.#consents) if (key.endsWith(`.${client}`)) consent.living = false
  }

  /** Nothing that ended comes back. */
  reactivate(client: number): void {
    this.#idleClients.delete(client)
  }

  endPerson(person: number): void {
    this.revoke((node) => node.person === person)
    this.#disabledPeople.add(person)
  }

  /** Nothing that ended comes back. */
  enable(person: number): void {
    this.#disabledPeople.delete(person)
  }

  endPolicy(agent: number): void {
    this.revoke((node) => node.policy === agent)
    this.#revokedPolicies.add(agent)
  }

  endConsent(consent: ModelConsent): Counts {
    const counts = this.revoke((node) => node.consent === consent)
    consent.living = false
    return counts
  }

  /** What a presented text of a family should be. */
  judge(family: Node, generation: number, graceMs: number): 'dead' | 'current' | 'grace' | 'reused' {
    if (!this.isAlive(family)) return 'dead'
    const current = family.texts.length - 1
    if (generation === current) return 'current'
    const age = this.#clock.now() - (family.rotatedAt ?? -Infinity)
    return generation === current - 1 && age < graceMs ? 'grace' : 'reused'
  }

  rotate(family: Node, successor: string): void {
    family.texts.push(successor)
    family.rotatedAt = this.#clock.now()
  }

  #isUnexpired = (node: Node): boolean => !node.revoked && node.expiresAt > this.#clock.now()

  #affected(isChosen: (node: Node) => boolean): Node[] {
    const reached = (node: Node): boolean => isChosen(node) || (node.parent !== null && reached(node.parent))
    return this.nodes.filter((node) => this.#isUnexpired(node) && reached(node))
  }
}

const countsOf = (nodes: readonly Node[]): Counts => ({
  total: nodes.length,
  access_tokens: nodes.filter(({ kind }) => kind === 'access').length,
  refresh_tokens: nodes.filter(({ kind }) => kind === 'refresh').length,
  delegated_tokens: nodes.filter(({ depth }) => depth > 0).length,
})
