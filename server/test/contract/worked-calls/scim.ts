import { makeScimToken, SCIM_GROUP, scimPerson, ScimStory } from '#test/support/scim.ts'
import { makeSsoConnection } from '#test/support/sso.ts'
import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const url = '/sso/connections'
const off = { Operations: [{ op: 'replace', value: { active: false } }] }
const kept = 'two things happen: the account changes, and what the provider said of it'

/** Provisioning, and the tokens it comes with. */
export const scimCalls: readonly WorkedCall[] = [
  changes('ssoScimTokens.create', 'scim.token.created', async (app) =>
    byAdmin(app, 'POST', `${url}/${await makeSsoConnection(app)}/scim-tokens`, { name: 'Okta' }),
  ),
  changes('ssoScimTokens.revoke', 'scim.token.revoked', async (app) => {
    const id = await makeSsoConnection(app)
    return byAdmin(app, 'DELETE', `${url}/${id}/scim-tokens/${(await makeScimToken(app, id)).id}`)
  }),
  excepted('scim.users.create', ['user.created', 'scim.user.provisioned'], kept, async (app, t) =>
    (await ScimStory.begin(t, {}, app)).request('POST', '/Users', scimPerson('ada')),
  ),
  changes('scim.users.replace', 'scim.user.updated', async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    return story.request('PUT', `/Users/${await story.person('ada')}`, scimPerson('ada', { title: 'Countess' }))
  }),
  excepted('scim.users.update', ['user.disabled', 'scim.user.updated'], kept, async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    return story.request('PATCH', `/Users/${await story.person('ada')}`, off)
  }),
  excepted('scim.users.delete', ['user.disabled', 'scim.user.removed'], kept, async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    return story.request('DELETE', `/Users/${await story.person('ada')}`)
  }),
  changes('scim.groups.create', 'scim.group.created', async (app, t) =>
    (await ScimStory.begin(t, {}, app)).request('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: 'Leads' }),
  ),
  changes('scim.groups.replace', 'scim.group.updated', async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    return story.request('PUT', `/Groups/${await story.group('Leads')}`, { displayName: 'Followers' })
  }),
  changes('scim.groups.update', 'scim.group.updated', async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    const value = { displayName: 'Followers' }
    return story.request('PATCH', `/Groups/${await story.group('Leads')}`, { Operations: [{ op: 'replace', value }] })
  }),
  changes('scim.groups.delete', 'scim.group.deleted', async (app, t) => {
    const story = await ScimStory.begin(t, {}, app)
    return story.request('DELETE', `/Groups/${await story.group('Leads')}`)
  }),
]
