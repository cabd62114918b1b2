// A person lets a planner act for them, and the planner lets a mailer act on. Each holds a token of its own, bound to a key
// of its own. Then the person takes theirs back.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientSecretBasic, DpopKey, dpopFetch, OAuthClient } from '@mandate/sdk/oauth'

const { ISSUER = 'http://localhost:8080', API_URL = 'http://localhost:3003' } = process.env
const target = { scope: 'mail:send', resource: API_URL }

/** A client whose tokens are bound to a key that it makes now. */
async function newClient(name: string): Promise<OAuthClient & { readonly dpop: DpopKey }> {
  const { client_id: clientId, client_secret: secret } = JSON.parse(readFileSync(`${name}.json`, 'utf8'))
  const dpop = await DpopKey.generate()
  const authentication = secret === undefined ? undefined : clientSecretBasic(secret)
  return Object.assign(new OAuthClient({ issuer: ISSUER, clientId, authentication, dpop }), { dpop })
}

// 1. A person signs in to an application, here by a code that they allow in a browser.
const application = await newClient('application')
const theirs = await application.device(target, {
  onProgress: (progress) => {
    if (progress.type === 'code') console.log(`Open ${progress.authorization.verification_uri_complete}`)
  },
})

// 2. The application hands the token to the planner, who exchanges it for one of its own (RFC 8693). A policy allows that.
const planner = await newClient('planner')
const planning = await planner.exchange({ subject_token: theirs.access_token, ...target })

// 3. The planner hands its own on to the mailer.
const mailer = await newClient('mailer')
const mailing = await mailer.exchange({ subject_token: planning.access_token, ...target })

// 4. The API sees whose mail it is, and the whole chain of those who act.
const send = dpopFetch({ key: mailer.dpop, accessToken: mailing.access_token })
const sent = await send(API_URL, { method: 'POST' })
console.log(sent.status, await sent.text())

// 5. The person takes back what they gave. Nobody tells the planner or the mailer.
await application.revoke(theirs.access_token)
const since = performance.now()
let status = 200
while (status === 200) {
  await sleep(20)
  status = (await send(API_URL, { method: 'POST' })).status
}
console.log(`${status} after ${Math.round(performance.now() - since)} ms`)
