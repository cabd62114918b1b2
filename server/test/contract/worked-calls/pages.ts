import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { authorizeUrl, locationOf } from '#test/support/authorize.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { waitingPerson } from '#test/support/flows.ts'
import { linkTo } from '#test/support/mailbox.ts'
import { createAgent, createWebApp, credentialsOf } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { setUpProvider, TestProvider } from '#test/support/provider.ts'
import { MAGIC, NEW_PASSWORD, RESET, signUp, signUpVerified, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import { byForm, changes, excepted } from './call.ts'
import type { TestApp } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

const MAYA = 'maya@example.com'
const pathOf = (link: string): string => link.replace(/^https?:\/\/[^/]+/, '')

/** The path of the newest link of a kind, asked for on a page. */
async function askOn(app: TestApp, visitor: Visitor, page: string, subject: RegExp): Promise<string> {
  await signUpVerified(app, MAYA)
  app.clock.advance(1000)
  await visitor.submit(page, { email: MAYA })
  return pathOf(await linkTo(app, MAYA, subject))
}

const connected = ['consent.granted', 'device.approved']
const connectedBecause = 'two things happen: a device is connected, and a consent is given that outlives it'

/** The forms of the pages people see. */
export const pageCalls: readonly WorkedCall[] = [
  changes('pages.signIn.submit', 'session.created', async (app) => {
    await signUp(app, MAYA)
    return byForm(app, new Visitor(app), '/login', { email: MAYA, password: GOOD_PASSWORD })
  }),
  excepted(
    'pages.signUp.submit',
    ['user.created', 'session.created', 'email_link.sent'],
    'three things happen: somebody exists, is signed in, and is mailed a link',
    (app) => byForm(app, new Visitor(app), '/signup', { email: MAYA, password: GOOD_PASSWORD }),
  ),
  excepted('pages.signIn.cancel', [], 'nobody is known yet, and the client hears of it', async (app) => {
    const visitor = new Visitor(app)
    const client = await createWebApp(app)
    const login = String((await visitor.open(authorizeUrl(client))).headers['location'])
    const request = await byForm(app, visitor, login, {})
    return { ...request, url: login.replace('/login', '/login/cancel') }
  }),
  changes('pages.secondFactor.submit', 'session.created', async (app) => {
    const person = (await FactorPerson.withTotp(app)).elsewhere()
    await person.logIn()
    return byForm(app, person.visitor, '/mfa', { code: person.code() })
  }),
  excepted(
    'pages.flow.submit',
    ['flow_run.passed', 'session.created', 'session.revoked'],
    'a sign-in ends its flow, opens its session, and ends the one from before in that browser',
    async (app) => byForm(app, (await waitingPerson(app)).visitor, '/continue', {}),
  ),
  changes('pages.confirm.submit', 'session.confirmed', async (app) => {
    const { visitor } = await signUp(app, MAYA)
    app.clock.advance(3_600_000)
    return byForm(app, visitor, '/confirm', { password: GOOD_PASSWORD })
  }),
  changes('pages.signOut.submit', 'session.revoked', async (app) => {
    const { visitor } = await signUp(app, MAYA)
    return byForm(app, visitor, '/logout', {})
  }),
  changes('pages.forgotPassword.submit', 'email_link.sent', async (app) => {
    await signUpVerified(app, MAYA)
    return byForm(app, new Visitor(app), '/forgot', { email: MAYA })
  }),
  changes('pages.resetPassword.submit', 'password.reset', async (app) => {
    const visitor = new Visitor(app)
    const link = await askOn(app, visitor, '/forgot', RESET)
    return byForm(app, visitor, link, { password: NEW_PASSWORD })
  }),
  changes('pages.magicLink.submit', 'email_link.sent', async (app) => {
    await signUpVerified(app, MAYA)
    return byForm(app, new Visitor(app), '/magic', { email: MAYA })
  }),
  changes('pages.magicLink.confirm', 'session.created', async (app) => {
    const visitor = new Visitor(app)
    return byForm(app, visitor, await askOn(app, visitor, '/magic', MAGIC), {})
  }),
  changes('pages.verifyEmail.submit', 'email.verified', async (app) => {
    const { visitor } = await signUp(app, MAYA)
    return byForm(app, visitor, pathOf(await linkTo(app, MAYA, VERIFY)), {})
  }),
  excepted(
    'pages.linkProvider.submit',
    [],
    'it only sets out for the provider; coming back links the account and tells',
    async (app, t) => {
      await setUpProvider(app, await TestProvider.start(t))
      return byForm(app, (await signUp(app, MAYA)).visitor, '/link/corp', {})
    },
  ),
  excepted(
    'pages.setup.submit',
    ['user.created', 'system.bootstrapped', 'session.created', 'email_link.sent'],
    'four things happen: the owner exists, is signed in and mailed a link, and the set-up is closed for good',
    async (app) => {
      const token = (await app.services.firstBoot.prepare('dev')) ?? ''
      return byForm(app, new Visitor(app), `/setup?token=${token}`, { email: MAYA, password: GOOD_PASSWORD })
    },
  ),
  changes('oauth.authorizeByPost', 'consent.granted', async (app) => {
    const { visitor } = await signUp(app, MAYA)
    const begun = await visitor.open(authorizeUrl(await createWebApp(app)))
    return byForm(app, visitor, locationOf(begun) ?? '', { decision: 'allow' })
  }),
  changes('oauth.logoutByPost', 'session.revoked', async (app) => {
    const { visitor } = await signUp(app, MAYA)
    return byForm(app, visitor, '/oauth/logout', {})
  }),
  excepted('pages.deviceVerification.submit', connected, connectedBecause, async (app) => {
    const device = await createAgent(app, { client_name: 'television', grant_types: [DEVICE_CODE] })
    const { json } = await app.send({ url: '/oauth/device', form: credentialsOf(device) })
    const { visitor } = await signUp(app, MAYA)
    const page = `/oauth/device/verify?user_code=${String(json['user_code'])}`
    return byForm(app, visitor, page, { decision: 'allow' })
  }),
]
