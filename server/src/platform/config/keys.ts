import { logLevels } from '#/platform/log/lines.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'

/**
 * Every environment variable the server reads: its type, its default and one sentence. The reference page
 * `docs/reference/configuration.md` is made from this schema. `secret` values are never shown, not even when wrong.
 */
export const ConfigSchema = Type.Object({
  MANDATE_PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8080, description: 'TCP port to listen on.' }),
  MANDATE_HOST: Type.Optional(
    Type.String({
      description:
        'Address to listen on; `0.0.0.0` or `::` for all. Without it the server listens on both loopback addresses, `127.0.0.1` and `::1`.',
    }),
  ),
  MANDATE_MANAGEMENT_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description:
        'A port of its own for `/metrics`, `/healthz` and `/readyz`, which asks nobody for a key: keep it from strangers.',
    }),
  ),
  MANDATE_MANAGEMENT_HOST: Type.Optional(
    Type.String({
      description:
        'Address to listen on with that port. Without it both loopback addresses, whatever `MANDATE_HOST` says.',
    }),
  ),
  MANDATE_PROXY_ENABLED: Type.Enum(['true', 'false'], {
    default: 'false',
    description: 'Whether the gateway runs: a reverse proxy in this process that lets requests through by rules.',
  }),
  MANDATE_PROXY_PORT: Type.Integer({
    minimum: 1,
    maximum: 65535,
    default: 8081,
    description: 'TCP port of the gateway.',
  }),
  MANDATE_PROXY_HOST: Type.Optional(
    Type.String({ description: 'Address on which the gateway listens. Without it that of `MANDATE_HOST`.' }),
  ),
  MANDATE_BASE_URL: Type.Optional(
    Type.String({
      description:
        'The public address of the server, which is also the OAuth issuer: scheme, host, port and path if any, without a trailing slash. Without it `http://localhost:<port>`.',
    }),
  ),
  MANDATE_DATA_DIR: Type.String({
    default: './data',
    description: 'Directory of the embedded database, the master key file and the first admin key. Made if missing.',
  }),
  MANDATE_DASHBOARD_DIR: Type.Optional(
    Type.String({
      description:
        'Directory of the built dashboard, which is served at `/admin`. `npm start` builds it and says where. Without it `dashboard` beside the program, where packages have it, or what the executable carries; where there is none, that page says so.',
    }),
  ),
  MANDATE_GUIDE_DIR: Type.Optional(
    Type.String({
      description:
        'Directory of the built documentation, which is served at `/docs/guide`. `npm run guide` builds it, and `npm start` says where. Without it `guide` beside the program, where packages have it, or what the executable carries; where there is none, that page says so.',
    }),
  ),
  MANDATE_DATABASE_URL: Type.Optional(
    Type.String({
      secret: true,
      description:
        '`sqlite:<path>` or `postgres://user:password@host/database`. Without it `mandate.db` in the data directory.',
    }),
  ),
  MANDATE_DATABASE_POOL_SIZE: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description:
        'Most connections to a PostgreSQL database at once, shared out among the workers. Without it 10, or 5 for each of several workers.',
    }),
  ),
  MANDATE_WORKERS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description:
        'Processes that answer requests, behind one port. Without it one for each core, up to 16, on Linux with PostgreSQL; elsewhere there is one.',
    }),
  ),
  MANDATE_MODE: Type.Optional(
    Type.Enum(['dev', 'production'], {
      description:
        'Mode of a new installation; read at the first boot only, later the stored mode counts. Without it `dev`, or `production` where other machines can reach the server: by `MANDATE_HOST`, or by a base URL that is not on localhost.',
    }),
  ),
  MANDATE_MASTER_KEY: Type.Optional(
    Type.String({
      secret: true,
      description:
        'The key that protects all stored secrets: 32 random bytes as base64 or hex. Without it and without a file, `master.key` in the data directory is used, and made at the first boot.',
    }),
  ),
  MANDATE_MASTER_KEY_FILE: Type.Optional(
    Type.String({ description: 'A file that holds the master key, readable by the server alone.' }),
  ),
  MANDATE_MASTER_KEY_PREVIOUS: Type.Optional(
    Type.String({
      secret: true,
      description: 'Earlier master keys, separated by commas: what they protect is moved to the current one at start.',
    }),
  ),
  MANDATE_TRUSTED_PROXIES: Type.Array(Type.String(), {
    default: [],
    description:
      'Addresses and CIDR blocks, separated by commas, of reverse proxies whose `X-Forwarded-For` is believed.',
  }),
  MANDATE_HSTS: Type.Enum(['host', 'subdomains', 'off'], {
    default: 'host',
    description:
      'For whom browsers are told to come by TLS alone, where the base URL is https: this host, those below it too, or nobody, when a proxy says it.',
  }),
  MANDATE_LOG_LEVEL: Type.Enum([...logLevels], {
    default: 'info',
    description: 'The least important lines that are still logged.',
  }),
  MANDATE_LOG_REQUESTS_PER_SECOND: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 100,
    description:
      'Requests in a second that get a line of the log each; of more the log says how many there were. At the level `debug` each gets one.',
  }),
  MANDATE_LOG_FORMAT: Type.Enum(['auto', 'json', 'pretty'], {
    default: 'auto',
    description: 'JSON lines or lines for people; `auto` takes the latter on a terminal only.',
  }),
})

export type ConfigValues = Static<typeof ConfigSchema>
