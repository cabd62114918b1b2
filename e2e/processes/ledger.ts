/** What is known of something from the answers alone. `unsure`: it was asked for, and the process died before it answered. */
export type Fate = 'live' | 'dead' | 'unsure'

/** An access token of a machine, and the one that another agent got in exchange for it. */
export interface MachineToken {
  readonly text: string
  child: string | undefined
  fate: Fate
  round: number
}

/** The tokens that came of one code. */
export interface Family {
  /** Refresh tokens, oldest first: only the last one may work. */
  readonly refresh: string[]
  readonly access: string[]
  /** A refresh was sent and not answered. */
  pending: boolean
  alive: boolean
  round: number
}

export interface IssuedCode {
  readonly text: string
  readonly verifier: string
  state: 'issued' | 'unsure' | 'used'
  family: Family | undefined
}

export interface MadeAgent {
  readonly id: string
  name: string
  active: Fate
  round: number
}

export interface Registered {
  readonly clientId: string
  readonly token: string
}

/** The log a careful client would keep: every write that the server acknowledged, and those it left open. */
export class Ledger {
  round = 0
  readonly tokens: MachineToken[] = []
  readonly families: Family[] = []
  readonly codes: IssuedCode[] = []
  readonly agents: MadeAgent[] = []
  readonly registrations: Registered[] = []

  /** What the last round touched, and a few of what was there before. */
  recent<T extends { round: number }>(entries: readonly T[]): T[] {
    const older = entries.filter(({ round }) => round < this.round)
    const step = Math.max(1, Math.floor(older.length / 40))
    return [...entries.filter(({ round }) => round === this.round), ...older.filter((_, index) => index % step === 0)]
  }
}
