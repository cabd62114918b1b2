import { FactorPerson } from '#test/support/factors.ts'
import { ProxyStory } from '#test/support/vault-proxy.ts'
import { GITHUB, grantKey, grantOfKey, keepKey, makeKeyProvider, makeVaultProvider } from '#test/support/vault.ts'
import { byAction, byAdmin, byPerson, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

/** A call of a provider, by an agent whose person connected an account there. */
const calling = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  changes(`vault.proxy.${method.toLowerCase() as Lowercase<typeof method>}`, 'vault.call.made', async (app, t) => {
    const story = await ProxyStory.begin(t, app)
    await story.connect()
    const headers = { authorization: `Bearer ${story.token}` }
    return { method, url: '/api/v1/vault/ledger/proxy/v1/entries', headers, body: 'a body of any kind' }
  })

/** What agents need from other systems. */
export const vaultCalls: readonly WorkedCall[] = [
  changes('vault.providers.create', 'vault.provider.created', (app) =>
    byAdmin(app, 'POST', '/vault/providers', GITHUB),
  ),
  changes('vault.providers.update', 'vault.provider.updated', async (app) =>
    byAdmin(app, 'PATCH', `/vault/providers/${await makeVaultProvider(app)}`, { active: false }),
  ),
  changes('vault.providers.delete', 'vault.provider.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/vault/providers/${await makeVaultProvider(app)}`),
  ),
  changes('vault.connections.create', 'vault.connection.created', async (app) => {
    await makeKeyProvider(app)
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'POST', '/vault/connections', { provider: 'keys', api_key: 'a-key' })
  }),
  changes('vault.connections.delete', 'vault.connection.deleted', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'DELETE', `/vault/connections/${await keepKey(app, person)}`)
  }),
  changes('vaultConnections.delete', 'vault.connection.deleted', async (app) => {
    const id = await keepKey(app, await FactorPerson.signUp(app))
    return byAdmin(app, 'DELETE', `/admin/vault/connections/${id}`)
  }),
  changes('vault.grants.create', 'vault.grant.created', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'POST', '/vault/grants', await grantOfKey(app, person))
  }),
  changes('vault.grants.revoke', 'vault.grant.revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'DELETE', `/vault/grants/${await grantKey(app, person)}`)
  }),
  changes('vaultGrants.revoke', 'vault.grant.revoked', async (app) => {
    const id = await grantKey(app, await FactorPerson.signUp(app))
    return byAdmin(app, 'DELETE', `/admin/vault/grants/${id}`)
  }),
  calling('POST'),
  calling('PUT'),
  calling('PATCH'),
  calling('DELETE'),
  changes('pages.connectService.submit', 'vault.connection.created', async (app) => {
    await makeKeyProvider(app)
    return byAction(app, await FactorPerson.signUp(app), '/connect/keys', { api_key: 'a-key' })
  }),
  changes('pages.account.service.submit', 'vault.connection.deleted', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byAction(app, person, `/account/services/${await keepKey(app, person)}`, {})
  }),
  changes('pages.account.service.allow', 'vault.grant.created', async (app) => {
    const person = await FactorPerson.signUp(app)
    const { client_id, connection_id } = await grantOfKey(app, person)
    return byAction(app, person, `/account/services/${connection_id}/allow`, { client_id })
  }),
  changes('pages.account.services.withdraw', 'vault.grant.revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byAction(app, person, '/account/services/withdraw', { grant: await grantKey(app, person) })
  }),
]
