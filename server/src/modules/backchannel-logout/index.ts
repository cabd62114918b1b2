/**
 * Logout notices: telling clients that a session ended (OpenID Connect Back-Channel Logout). Owns which clients got an ID
 * token of which session (`logout_participants`), and the logout tokens that wait to be sent (`logout_notices`, a queue). The
 * issuer of tokens lets clients join, the end of a session queues by `lifecycle`, and a worker sends after the commit:
 * a notice is queued, then sent and gone, or given up after a few attempts. Only clients that registered a
 * `backchannel_logout_uri` take part.
 */
export { logoutNoticeEvents } from './events.ts'
export { LogoutNotices } from './logout-notices.ts'
export { LogoutWorker } from './logout-worker.ts'
export { logoutQueue } from './notice.ts'
