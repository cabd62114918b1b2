import { toUnixSeconds } from '#/platform/clock.ts'
import { signWith } from '#/modules/signing-keys/index.ts'
import type { ActiveKey } from '#/modules/signing-keys/index.ts'
import { randomText } from '#/platform/crypto/secrets.ts'
import type { LogoutNotice } from './notice.ts'

const LIFE_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Makes the token that tells a client of the end of a session (OpenID Connect Back-Channel Logout §2.4). */
export function signLogoutToken(
  { clientId, userId, sid }: Pick<LogoutNotice, 'clientId' | 'userId' | 'sid'>,
  { issuer, now }: { readonly issuer: string; readonly now: number },
  key: ActiveKey,
): Promise<string> {
  const iat = toUnixSeconds(now)
  const claims = {
    iss: issuer,
    aud: clientId,
    sub: userId,
    sid,
    iat,
    exp: iat + LIFE_SECONDS,
    jti: randomText(32),
    events: { [EVENT]: {} },
  }
  return signWith(key, { typ: 'logout+jwt' }, claims)
}
