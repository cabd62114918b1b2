import type { HealthReport } from '@mandate/sdk'
import type { Star } from '#/pictures/constellation.tsx'
import type { healthWords } from './words.ts'

/** The parts of a server, each with how it is. */
export function starsOf(report: HealthReport, w: ReturnType<typeof healthWords>): readonly Star[] {
  const { db, jwt, master_key: masterKey, smtp, oauth_providers: providers, sso_connections: sso } = report
  return [
    { id: 'database', label: w.database, state: db.status, says: w.responds },
    { id: 'keys', label: w.signing, state: jwt.active_keys > 0 ? 'ok' : 'bad', says: w.keys(jwt.active_keys) },
    {
      id: 'secrets',
      label: w.masterKey,
      state: masterKey.waiting === 0 ? 'ok' : 'warn',
      says: masterKey.waiting === 0 ? w.oneKey : w.moving(masterKey.waiting),
    },
    {
      id: 'mail',
      label: w.mailPart,
      state: smtp.tier === 'dev' ? 'off' : smtp.configured ? 'ok' : 'warn',
      says: smtp.tier === 'dev' ? w.keptHere : smtp.configured ? w.leaves : w.notConfigured,
    },
    {
      id: 'providers',
      label: w.providers,
      state: providers.length > 0 ? 'ok' : 'off',
      says: providers.length > 0 ? providers.join(', ') : w.none,
    },
    { id: 'sso', label: w.sso, state: sso > 0 ? 'ok' : 'off', says: sso > 0 ? String(sso) : w.none },
  ]
}
