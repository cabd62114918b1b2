import { buildRecovery, SecurityNotices } from '#/modules/account-recovery/index.ts'
import { sql } from '#/platform/db/sql.ts'
import { makePeople } from './people.ts'
import { tokenIn } from './recovery.ts'
import type { TestClock } from './clock.ts'
import type { Db } from '#/platform/db/db.ts'

/** The services of mail links on one database, wired as the server does. */
export async function makeRecovery({ db, clock }: { db: Db; clock: TestClock }) {
  const people = await makePeople({ db, clock })
  const issuer = 'https://id.example'
  const recovery = buildRecovery({
    ...people,
    db,
    clock,
    issuer,
    log: {
      error: (fields) => {
        throw new Error(JSON.stringify(fields))
      },
    },
    notices: new SecurityNotices({ ...people, clock, issuer }),
  })
  /** The tokens that were mailed to an address in this kind of mail, oldest first. */
  const tokensTo = async (recipient: string, template: string): Promise<string[]> => {
    const rows = await db.all(sql`
      SELECT id, variables_sealed FROM email_outbox
      WHERE recipient = ${recipient} AND template = ${template} ORDER BY created_at, id`)
    return rows.map(({ id, variables_sealed: sealed }) => {
      const place = { table: 'email_outbox', column: 'variables_sealed', row: String(id) }
      const { link } = JSON.parse(people.keyring.open(String(sealed), place)) as { link: string }
      return tokenIn(link)
    })
  }
  return { ...people, ...recovery, issuer, tokensTo }
}
