/**
 * For how many turns of the event loop work is collected where several are on their way: at least, and as long as each turn brings
 * more. From its arrival to what it writes a request takes two, one in which it is read and one in which its client is looked up;
 * so those that come meanwhile are written with those before.
 */
const TURNS = 3
const MAX_TURNS = 16

/** Calls back in the next turn of the event loop, or some turns later when there is company: so a lone caller waits for nobody. */
export function withCompany(waiting: () => number, work: () => void, turn = 1, before = 0): void {
  setImmediate(() => {
    const now = waiting()
    const isWorthWaiting = now > 1 && (turn < TURNS || (turn < MAX_TURNS && now > before))
    if (isWorthWaiting) withCompany(waiting, work, turn + 1, now)
    else work()
  })
}
