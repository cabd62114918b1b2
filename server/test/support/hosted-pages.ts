import assert from 'node:assert/strict'
import { flowPages } from './flow-pages.ts'
import { mailOf } from './mailbox.ts'
import { hiddenFields } from './oauth.ts'
import { GOOD_PASSWORD } from './people.ts'
import { PageWalk } from './page-walk.ts'
import { setUpProvider } from './provider.ts'
import { NEW_PASSWORD } from './recovery.ts'
import {
  accountPages,
  applicationPages,
  devicePages,
  errorPages,
  factorPages,
  providerPages,
  signOutPages,
} from './signed-in-pages.ts'
import { ssoPages } from './sso-pages.ts'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestProvider } from './provider.ts'
import type { Visitor } from './visitor.ts'

const MAYA = 'maya@example.com'

/** What every hosted page shows to somebody who prefers a language, by a name for each page. */
export async function everyPage(
  app: TestApp,
  locale: string,
  provider: TestProvider,
): Promise<ReadonlyMap<string, TestAnswer>> {
  const walk = new PageWalk(app, locale)
  await setupPages(walk)
  await setUpProvider(app, provider)
  await signInPages(walk)
  await signUpPages(walk)
  await linkPages(walk)
  await flowPages(walk)
  await factorPages(walk)
  await applicationPages(walk)
  await devicePages(walk)
  await providerPages(walk, provider)
  await accountPages(walk)
  await signOutPages(walk)
  await errorPages(walk)
  await ssoPages(walk, provider)
  return walk.shown
}

async function setupPages(walk: PageWalk): Promise<void> {
  const token = (await walk.app.services.firstBoot.prepare('dev')) ?? ''
  const visitor = walk.visitor()
  await walk.keep('setup', visitor.open(`/setup?token=${token}`))
  const weak = { token, email: 'owner@example.com', password: 'short' }
  await walk.keep('setup, weak password', visitor.submit(`/setup?token=${token}`, weak), 400)
  await visitor.submit(`/setup?token=${token}`, { token, email: 'owner@example.com', password: GOOD_PASSWORD })
  await walk.keep('setup, first key', visitor.open('/setup/key'))
  await walk.keep('api keys', visitor.open('/account/api-keys'))
  await walk.keep('api keys, wrong', visitor.submit('/account/api-keys', { name: 'x', access: 'chosen' }), 400)
  await walk.keep('api key, made', visitor.submit('/account/api-keys', { name: 'Mandate', access: 'all' }))
  await walk.keep('setup, wrong link', visitor.open('/setup?token=wrong'), 401)
}

async function signInPages(walk: PageWalk): Promise<void> {
  const visitor = walk.visitor()
  await walk.keep('welcome', visitor.open('/'))
  await walk.keep('sign in', visitor.open('/login'))
  await walk.keep('sign in, empty', visitor.submit('/login', {}), 400)
  await walk.keep('sign in, wrong', visitor.submit('/login', { email: MAYA, password: 'wrong' }), 400)
}

async function signUpPages(walk: PageWalk): Promise<void> {
  const visitor = walk.visitor()
  const submit = (name: string, fields: Record<string, string>, status = 400) =>
    walk.keep(`sign up, ${name}`, visitor.submit('/signup', fields), status)
  await walk.keep('sign up', visitor.open('/signup'))
  await submit('empty', {})
  await submit('no address', { email: 'nobody', password: GOOD_PASSWORD })
  await submit('short', { email: MAYA, password: 'x' })
  await submit('common', { email: MAYA, password: 'password1' })
  await submit('endless', { email: MAYA, password: 'x'.repeat(1025) })
  await submit('long name', { email: MAYA, password: GOOD_PASSWORD, name: 'x'.repeat(300) })
  assert.equal((await visitor.submit('/signup', { email: MAYA, password: GOOD_PASSWORD })).status, 303)
  await walk.keep('signed in', visitor.open('/account'))
  const taken = { email: MAYA, password: GOOD_PASSWORD }
  await walk.keep('sign up, taken', walk.visitor().submit('/signup', taken), 409)
}

async function linkPages(walk: PageWalk): Promise<void> {
  const visitor = walk.visitor()
  const verify = await newestLink(walk)
  await walk.keep('verify', visitor.open(verify))
  const form = () => visitor.open(verify).then(({ text }) => hiddenFields(text))
  await walk.keep('verify, no password', visitor.post('/verify', await form()), 400)
  await walk.keep('verify, wrong', visitor.post('/verify', { ...(await form()), password: 'wrong' }), 400)
  await walk.keep('verify, done', visitor.post('/verify', { ...(await form()), password: GOOD_PASSWORD }))
  await walk.keep('verify, dead', visitor.open(verify), 400)
  await magicPages(walk, visitor)
  await resetPages(walk, visitor)
}

async function magicPages(walk: PageWalk, visitor: Visitor): Promise<void> {
  await walk.keep('magic', visitor.open('/magic'))
  await walk.keep('magic, empty', visitor.submit('/magic', {}), 400)
  await walk.keep('magic, no address', visitor.submit('/magic', { email: 'nobody' }), 400)
  walk.app.clock.advance(1000)
  await walk.keep('magic, sent', visitor.submit('/magic', { email: MAYA }))
  const magic = await newestLink(walk)
  await walk.keep('magic, link', visitor.open(magic))
  await walk.keep('magic, link elsewhere', walk.visitor().open(magic))
  await walk.keep('magic, dead', visitor.open('/magic?token=wrong'), 400)
}

async function resetPages(walk: PageWalk, visitor: Visitor): Promise<void> {
  await walk.keep('forgot', visitor.open('/forgot'))
  walk.app.clock.advance(1000)
  await walk.keep('forgot, sent', visitor.submit('/forgot', { email: MAYA }))
  const reset = await newestLink(walk)
  await walk.keep('reset', visitor.open(reset))
  const fields = async (password: string) => ({ ...hiddenFields((await visitor.open(reset)).text), password })
  await walk.keep('reset, empty', visitor.post('/reset', await fields('')), 400)
  await walk.keep('reset, done', visitor.post('/reset', await fields(NEW_PASSWORD)))
  await walk.keep('reset, dead', visitor.open(reset), 400)
}

/** The path of the newest link to Maya; mails of one moment have no order. */
async function newestLink(walk: PageWalk): Promise<string> {
  const newest = (await mailOf(walk.app, MAYA)).at(-1)
  return (newest?.links[0] ?? '').replace(walk.app.baseUrl, '')
}
