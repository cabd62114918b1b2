// A client whose tokens are bound to its key, which curl can't do.
import { clientSecretBasic, DpopKey, dpopFetch, OAuthClient } from '@mandate/sdk/oauth'

const { ISSUER = 'http://localhost:8080', API_URL = 'http://localhost:3002' } = process.env
const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

const key = await DpopKey.generate()
const client = new OAuthClient({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  authentication: clientSecretBasic(CLIENT_SECRET),
  dpop: key,
})
const { access_token: accessToken } = await client.clientCredentials({ scope: 'notes:read', resource: API_URL })

const call = dpopFetch({ key, accessToken })
console.log('with the key:', (await call(`${API_URL}/notes`)).status)

const stolen = await fetch(`${API_URL}/notes`, { headers: { authorization: `Bearer ${accessToken}` } })
console.log('without it:', stolen.status, stolen.headers.get('www-authenticate'))
