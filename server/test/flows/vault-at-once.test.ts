import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachApp } from '#test/support/each-app.ts'
import { createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { VaultStory } from '#test/support/vault.ts'

describe('many who ask the vault at once', () => {
  onEachApp('VA3: get their own accounts, by their own grants', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const other = await createWebApp(app, { scope: 'openid read vault:read' })
    const asking: { readonly token: string; readonly expected: string }[] = []
    const add = async (person: TestPerson, agent: typeof other, expected: string) => {
      const { access_token: token = '' } = await signIn(app, person, agent, { scope: 'vault:read' })
      asking.push({ token, expected })
    }
    for (let i = 0; i < 3; i++) {
      const person = i === 0 ? story.person : await TestPerson.signUp(app)
      // Whoever lets a client use something has let it act for them before.
      await signIn(app, person, story.agent, { scope: 'vault:read' })
      const id = await story.connectOnly(person)
      await story.let(story.agent, id, person)
      await add(person, story.agent, id)
      // The same person's account, and a client that they have not let use it.
      await add(person, other, 'vault_grant_missing')
    }
    const nobody = await TestPerson.signUp(app)
    await add(nobody, story.agent, 'vault_connection_not_found')
    const rounds = Array.from({ length: 8 }, () => asking).flat()
    const answers = await Promise.all(
      rounds.map(async ({ token }) => {
        const { json } = await story.fetch('', token)
        return String(json['connection_id'] ?? json['code'])
      }),
    )
    assert.deepEqual(
      answers,
      rounds.map(({ expected }) => expected),
    )
    assert.equal(new Set(answers).size, 5)
  })
})
