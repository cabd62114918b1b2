/**
 * For how many turns of the event loop work is collected. From its arrival to what it writes a request takes two: one in which it is
 * read, and one in which its client is looked up; so those that come meanwhile are written with those before.
 */
const TURNS = 3

/** Calls back in the next turn of the event loop, or some turns later when there is company: so a lone caller waits for nobody. */
export function withCompany(hasCompany: () => boolean, work: () => void, turns = TURNS): void {
  setImmediate(() => {
    if (turns > 1 && hasCompany()) withCompany(hasCompany, work, turns - 1)
    else work()
  })
}
