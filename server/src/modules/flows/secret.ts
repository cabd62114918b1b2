import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Flow } from './flow.ts'

type Column = 'secret_sealed' | 'former_secret_sealed'
type Sealed = Pick<Flow, 'id' | 'secretSealed' | 'formerSecretSealed' | 'formerUntil'>

const contextOf = (column: Column, row: string) => ({ table: 'flows', column, row })

export const sealFlowSecret = (keyring: Pick<Keyring, 'seal'>, id: string, secret: string): string =>
  keyring.seal(secret, contextOf('secret_sealed', id))

/** The secret of now, sealed as the former one. */
export const sealAsFormer = (keyring: Pick<Keyring, 'seal' | 'open'>, { id, secretSealed }: Sealed): string =>
  keyring.seal(keyring.open(secretSealed, contextOf('secret_sealed', id)), contextOf('former_secret_sealed', id))

/** Every secret that signs now, the current one first. */
export function flowSecrets(keyring: Pick<Keyring, 'open'>, flow: Sealed, now: number): string[] {
  const { id, secretSealed, formerSecretSealed, formerUntil } = flow
  const current = keyring.open(secretSealed, contextOf('secret_sealed', id))
  if (formerSecretSealed === null || formerUntil === null || formerUntil <= now) return [current]
  return [current, keyring.open(formerSecretSealed, contextOf('former_secret_sealed', id))]
}
