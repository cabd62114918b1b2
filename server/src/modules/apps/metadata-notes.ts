import type { Client } from '#/modules/clients/index.ts'
import { mergePatch } from '#/platform/merge-patch.ts'

/** What operators note about an application, by name. */
type Notes = Readonly<Record<string, string>>

/** How many notes one application may have: its row is read for every token. */
export const MAX_NOTES = 10

/** The notes of an application, for which the registration metadata has room. */
export const notesOf = ({ metadata }: Pick<Client, 'metadata'>): Record<string, string> => ({
  ...(metadata.notes as Notes | undefined),
})

/** Metadata that holds these notes. */
export const withNotes = (notes: Notes): Client['metadata'] => (Object.keys(notes).length === 0 ? {} : { notes })

/** The notes after a merge patch (RFC 7396): null removes one, or all of them. */
export function mergedNotes(notes: Notes, patch: Readonly<Record<string, string | null>> | null): Client['metadata'] {
  return withNotes(patch === null ? {} : (mergePatch(notes, patch) as Notes))
}
