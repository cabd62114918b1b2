import type { Person } from '#/support/browser.ts'

let people = 0

/** Somebody nobody has met before, with a name that looks well in a picture. */
export function newPerson(): Person {
  const email = `maya.lind.${++people}@example.com`
  return { name: 'Maya Lind', email, password: 'a quiet harbour at 5 in the morning' }
}
