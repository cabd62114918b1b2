import { MalformedJws, parseJws, signEs256, verifyJws } from '#/platform/crypto/jws.ts'
import type { KeyObject } from 'node:crypto'

/** What a statement can be about; a signature over one can't pass for one over the other. */
const statementTypes = ['mandate-checkpoint+jwt', 'mandate-removal+jwt'] as const
export type StatementType = (typeof statementTypes)[number]

/** The key that signs now, with its name. */
export interface AuditKey {
  readonly id: string
  readonly privateKey: KeyObject
}

/** The keys that have signed, by name. */
export type AuditPublicKeys = ReadonlyMap<string, KeyObject>

/** What a statement says once entries behind the point it names must be authenticated; those of older versions don't. */
export const authenticated = { authenticated: true } as const

/** Whether a statement is one of ours from before entries were authenticated. */
export const isFormer = (statement: string, keys: AuditPublicKeys): boolean =>
  statementTypes
    .map((typ) => readStatement(typ, statement, keys))
    .some((said) => said !== undefined && said['authenticated'] !== true)

/** Signs a statement about the log: a compact JWS, which a third party can check with the public key alone. */
export const signStatement = (typ: StatementType, payload: Record<string, unknown>, key: AuditKey): string =>
  signEs256({ typ, kid: key.id }, payload, key.privateKey)

/** What a statement says, or undefined when it is not one of ours. */
export function readStatement(
  typ: StatementType,
  statement: string,
  keys: AuditPublicKeys,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const jws = parseJws(statement)
    const key = keys.get(String(jws.header['kid']))
    const genuine = key !== undefined && jws.header['typ'] === typ && verifyJws(jws, key, ['ES256'])
    return genuine ? jws.payload : undefined
  } catch (error) {
    if (error instanceof MalformedJws) return undefined
    throw error
  }
}
