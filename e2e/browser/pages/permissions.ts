import { newPerson } from '#/browser/person.ts'
import { connectService } from './account.ts'
import { send } from '#/support/http.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Pages } from './pages.ts'

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

/** Whether others may act for somebody: consent, and devices. */
export const permissionPages: Pages = {
  consent: async (visitor, { application }) => {
    await visitor.signUp(newPerson())
    await visitor.open(application.start)
  },

  'consent to the use of accounts': async (visitor, house) => {
    await connectService(visitor, house)
    await visitor.open(house.application.startForAccounts)
  },

  'consent for a stranger': async (visitor, house) => {
    await visitor.signUp(newPerson())
    await visitor.open(await requestOfStranger(house))
  },

  'device code': async (visitor) => {
    await visitor.signUp(newPerson())
    await visitor.open('/oauth/device/verify')
  },

  'device code refused': async (visitor) => {
    await visitor.signUp(newPerson())
    await visitor.open('/oauth/device/verify?user_code=BCDF-GHJK')
  },

  device: (visitor, house) => atDevice(visitor, house),

  'device connected': async (visitor, house) => {
    await atDevice(visitor, house)
    await visitor.submit({}, 'allow')
  },

  'device refused': async (visitor, house) => {
    await atDevice(visitor, house)
    await visitor.submit({}, 'deny')
  },
}

async function atDevice(visitor: Visitor, house: House): Promise<void> {
  await visitor.signUp(newPerson())
  await visitor.open((await newDevice(house)).verification_uri_complete)
}

/** What a device is told to show, and asks with. */
export interface DeviceCode {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly client_id: string
}

/** A device that registers itself and asks for a code (RFC 8628 §3.1). */
export async function newDevice({ server }: House): Promise<DeviceCode> {
  const metadata = { client_name: 'Living room TV', grant_types: [DEVICE], token_endpoint_auth_method: 'none' }
  const { client_id } = await register(server.url, metadata)
  const answer = await send(`${server.url}/oauth/device`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id, scope: 'openid email' }).toString(),
  })
  return { client_id, ...(JSON.parse(answer.text) as Omit<DeviceCode, 'client_id'>) }
}

/** An authorization request of a client that nobody vouches for, with a name of the longest kind. */
async function requestOfStranger({ server }: House): Promise<string> {
  const redirect_uri = 'https://calendar.example.com/callback'
  const { client_id } = await register(server.url, {
    client_name: 'Calendar of the Federation of Harbour Cities',
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'none',
  })
  return `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'openid profile email offline_access',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'state',
  })}`
}

async function register(server: string, metadata: object): Promise<{ client_id: string }> {
  const { text } = await send(`${server}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return JSON.parse(text) as { client_id: string }
}
