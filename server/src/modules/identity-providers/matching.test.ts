import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { meanwhile } from '#test/support/meanwhile.ts'
import { makePeople } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { OAuthAccounts } from './accounts.ts'
import { Matching } from './matching.ts'
import { ProviderStore } from './provider-store.ts'
import type { Provider } from './provider.ts'
import type { User } from '#/modules/users/index.ts'

const provider: Provider = {
  id: 'idp_1',
  name: 'corp',
  kind: 'oidc',
  displayName: 'Corp',
  issuer: 'https://idp.example',
  clientId: 'client',
  secretSealed: null,
  options: { token_endpoint_auth_method: 'client_secret_post' },
  scopes: 'openid',
  enabled: true,
  createdAt: 1,
  updatedAt: 1,
}
const profile = { subject: 'maya-there', email: 'maya@example.com', emailVerified: true, name: null }

async function made({ db, clock }: EngineFixture) {
  const { users, events } = await makePeople({ db, clock })
  const accounts = new OAuthAccounts({ db, clock, events, users, hasOtherWay: () => Promise.resolve(true) })
  await db.tx((tx) => new ProviderStore(db).insert(tx, provider))
  const { id } = await users.create({ email: profile.email, emailVerified: true }, systemActor('test'))
  const told: string[] = []
  const notices = { accountLinked: async (_tx: unknown, user: User, by: string) => void told.push(`${user.id} ${by}`) }
  const matching = new Matching({ db, users, accounts, notices, signUpRules: { allow: async () => true } })
  return { id, told, accounts, arrive: () => matching.signIn({ provider, profile, context: requestContext() }) }
}

describe('linking by the address', () => {
  const changes: Record<string, { readonly change: Sql; readonly reason: string }> = {
    'was made an operator': { change: sql`system_role = 'support'`, reason: 'address_in_use' },
    'was disabled': { change: sql`disabled_at = 1`, reason: 'user_disabled' },
    'lost the proof of their address': { change: sql`email_verified = 0`, reason: 'address_in_use' },
  }
  for (const [what, { change, reason }] of Object.entries(changes)) {
    onEachEngine(`RP5: is decided anew for somebody who ${what} just then`, async (_t, base) => {
      const { db } = base
      const { id, told, accounts, arrive } = await made(base)
      const match = await meanwhile(db, () => db.run(sql`UPDATE users SET ${change} WHERE id = ${id}`), arrive)
      assert.deepEqual(match, { kind: 'refused', reason })
      assert.equal(await accounts.find(provider, profile.subject), undefined)
      assert.deepEqual([await recorded(db, 'oauth_account.linked'), told], [[], []])
    })
  }

  onEachEngine('gives the account to whoever has the address', async (_t, base) => {
    const { id, told, accounts, arrive } = await made(base)
    const match = await arrive()
    assert.ok(match.kind === 'signed_in' && match.user.id === id)
    assert.equal((await accounts.find(provider, profile.subject))?.userId, id)
    await arrive()
    assert.deepEqual(told, [`${id} Corp`], 'and says so once')
  })
})
