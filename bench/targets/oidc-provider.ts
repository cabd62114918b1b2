/**
 * npm `oidc-provider` with its in-memory store, set up for the same work: a client_secret_post client gets an ES256 JWT
 * access token by client_credentials, and may introspect it. Environment: PORT.
 */
import { generateKeyPairSync } from 'node:crypto'
import Provider from 'oidc-provider'

const port = Number(process.env['PORT'])
const resource = 'urn:bench:api'
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret-of-fair-length-for-the-judge',
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  scopes: ['read'],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: 'read',
        audience: resource,
        accessTokenTTL: 3600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})
provider.listen(port, 'localhost')
process.once('SIGTERM', () => process.exit(0))
