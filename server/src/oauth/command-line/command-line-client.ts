import { noRules } from '#/modules/clients/index.ts'
import type { Client, ClientDraft, Clients } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { Db } from '#/platform/db/db.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'

/** What the command line calls itself. */
const CLIENT_ID = 'mandate-cli'

/** The scope that opens the admin API to its tokens. */
export const ADMIN_SCOPE = 'admin'

const draft: ClientDraft = {
  clientName: 'Mandate CLI',
  description: 'The command line of this server.',
  authMethod: 'none',
  grantTypes: [DEVICE_CODE, 'refresh_token'],
  redirectUris: [],
  scope: ADMIN_SCOPE,
  audiences: [],
  jwks: null,
  jwksUri: null,
  metadata: {},
  dpopBound: true,
  accessTokenTtlSeconds: null,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: false,
  ...noRules,
}

interface CommandLineClientDeps {
  readonly db: Db
  readonly clients: Clients
  readonly settings: Pick<Settings, 'current'>
}

/** Whether a client is the command line. By its kind: the name alone could be that of a client somebody made. */
export const isCommandLine = ({ kind }: Pick<Client, 'kind'>): boolean => kind === 'builtin'

/** The client that is built in, made when it is asked for first. */
export class CommandLineClient {
  readonly #deps: CommandLineClientDeps
  constructor(deps: CommandLineClientDeps) {
    this.#deps = deps
  }

  /** Whether operators may sign in from the command line. */
  async isAllowed(): Promise<boolean> {
    return (await this.#deps.settings.current())['operators.command_line_sign_in']
  }

  /** Makes the client before a request in its name is looked at, unless it is there. */
  async prepare(clientId: string | undefined): Promise<void> {
    const { db, clients } = this.#deps
    if (clientId !== CLIENT_ID || !(await this.isAllowed()) || (await clients.findByClientId(CLIENT_ID))) return
    try {
      await db.tx((tx) =>
        clients.create(tx, { kind: 'builtin', clientId: CLIENT_ID, draft, trusted: true, createdBy: 'system' }),
      )
    } catch (error) {
      // Another request, or another node, was first.
      if (!(error instanceof UniqueViolation)) throw error
    }
  }
}
