import { useQueryClient } from '@tanstack/react-query'
import type { BrandingDraftPatch } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

/**
 * Saves what a form changed of the draft of the look. The page has what became of it at once: whoever publishes names the draft that
 * they have seen.
 */
export function useSaveDraft(
  done: string,
): <Body extends object>(
  change: Change<Body> | undefined,
  patchOf: (part: Partial<Body>) => BrandingDraftPatch,
) => Promise<void> {
  const client = useQueryClient()
  const saveChange = useSaveChange(['branding'], done)
  return (change, patchOf) =>
    saveChange(change, async (part) => {
      client.setQueryData(['branding'], await mandate.branding.draft.update(patchOf(part)))
    })
}
