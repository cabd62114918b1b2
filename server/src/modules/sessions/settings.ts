import type { SessionCause } from './session.ts'

/** The settings that decide on sessions. */
export interface SessionSettings {
  current(): Promise<{
    readonly 'sessions.logout_revokes_tokens': boolean
    readonly 'operators.require_second_factor': boolean | null
  }>
  mode(): Promise<'dev' | 'production'>
}

/** How much ends with a session that its person leaves. */
export const causeOfSignOut = async (settings: SessionSettings): Promise<SessionCause> =>
  (await settings.current())['sessions.logout_revokes_tokens'] ? 'sessionSignedOut' : 'sessionClosed'
