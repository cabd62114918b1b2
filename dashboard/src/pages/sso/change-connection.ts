import { MandateError } from '@mandate/sdk'
import type { Mandate, SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'

type Connections = Pick<Mandate['ssoConnections'], 'get' | 'replace'>

const ATTEMPTS = 3

/**
 * Changes a connection as it is now, and not as it was when the page was read: a PUT replaces all of it. Where somebody else
 * changes it in that moment it is read again.
 */
export async function changeConnection(
  connections: Connections,
  id: string,
  bodyOf: (now: SsoConnection) => SsoConnectionsReplaceBody,
): Promise<SsoConnection> {
  for (let attempt = 1; ; attempt++) {
    const now = await connections.get(id)
    try {
      return await connections.replace(id, { ...bodyOf(now), current_version: now.version })
    } catch (error) {
      if (attempt === ATTEMPTS || !isChanged(error)) throw error
    }
  }
}

const isChanged = (error: unknown): boolean => error instanceof MandateError && error.code === 'sso_connection_changed'
