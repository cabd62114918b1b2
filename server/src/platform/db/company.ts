/**
 * For how many turns of the event loop work is collected where several are on their way: at least, and as long as each turn brings
 * more. From its arrival to what it writes a request takes two, one in which it is read and one in which its client is looked up;
 * so those that come meanwhile are written with those before.
 */
const TURNS = 3
const MAX_TURNS = 16

interface Company {
  /** How many are waiting now. */
  waiting(): number
  /** So many go together, and need nobody else. */
  readonly enough: number
}

/** Calls back in the next turn of the event loop, or some turns later when there is company: so a lone caller waits for nobody. */
export function withCompany(company: Company, work: () => void, turn = 1, before = 0): void {
  setImmediate(() => {
    const now = company.waiting()
    const mayGrow = now > 1 && now < company.enough
    if (mayGrow && (turn < TURNS || (turn < MAX_TURNS && now > before))) withCompany(company, work, turn + 1, now)
    else work()
  })
}
