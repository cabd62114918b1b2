import type { Extent } from './endings.ts'

/** The settings that decide on sessions. */
export interface SessionSettings {
  current(): Promise<{ readonly 'sessions.logout_revokes_tokens': boolean }>
}

/** How much ends with a session that its person leaves. */
export const extentOfSignOut = async (settings: SessionSettings): Promise<Extent> =>
  (await settings.current())['sessions.logout_revokes_tokens'] ? 'online' : 'unredeemed'
