import type { ReactNode } from 'react'
import type { BrandingDraft, BrandingDraftPatch, BrandingVersionDetail } from '@mandate/sdk'
import { useAction, useDone, useRefresh } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Notice } from '#/ui/layout.tsx'
import { ChangeList } from './changes.tsx'
import { historyWords } from './history-words.ts'

interface OfDraft {
  readonly draft: BrandingDraft
}

const refreshes = ['branding']

/** Publishes the draft, or throws it away. */
export function PublishActions({ draft }: OfDraft): ReactNode {
  const w = useWords(historyWords)
  const { changes, etag, problems, published_version: before } = draft
  const sayDone = useDone(refreshes)
  const refresh = useRefresh()
  /** Somebody may have changed it meanwhile: then it is looked at again. */
  const orLookAgain = <T,>(call: Promise<T>): Promise<T> =>
    call.catch(async (error: unknown) => {
      await refresh(...refreshes)
      throw error
    })
  const publish = useAction(
    async () => {
      const body = (
        <>
          <p>{w.publishBody}</p>
          <ChangeList changes={changes} />
        </>
      )
      if (etag === null || !(await confirm({ title: w.publishTitle, body, action: w.publish }))) return
      const { version } = await orLookAgain(mandate.branding.draft.publish({ published_version: before, etag }))
      sayDone(w.published(version), () => undoOf(version, before))
    },
    { refreshes },
  )
  const revert = useAction(
    async () => {
      const body = (
        <>
          <p>{w.revertBody}</p>
          <ChangeList changes={changes} />
        </>
      )
      if (etag === null || !(await confirm({ title: w.revertTitle, body, action: w.revert, isDangerous: true }))) return
      await orLookAgain(mandate.branding.draft.delete({ etag }))
      sayDone(w.reverted)
    },
    { refreshes },
  )
  if (!draft.is_draft) return null
  return (
    <>
      <Button icon="refresh" isRunning={revert.isRunning} onPress={() => revert.run()}>
        {w.revert}
      </Button>
      <Button
        kind="primary"
        icon="check"
        isDisabled={problems.length > 0}
        isRunning={publish.isRunning}
        onPress={() => publish.run()}
      >
        {w.publish}
      </Button>
    </>
  )
}

/** What was published before is again, and what was published is the draft. */
const undoOf = (version: number, before: number): Promise<BrandingVersionDetail> =>
  mandate.branding.versions.restore(String(before), { published_version: version, keep_as_draft: true })

/** How far the draft is from what is published, and what keeps it from there. */
export function DraftState({ draft, mayWrite }: OfDraft & { readonly mayWrite: boolean }): ReactNode {
  const w = useWords(historyWords)
  const { is_draft: isDraft, changes, problems } = draft
  if (!isDraft) return null
  return (
    <Notice tone={problems.length > 0 ? 'bad' : 'info'}>
      <p>{w.unpublished(Object.keys(changes).length)}</p>
      {problems.length > 0 && <p>{w.blocked(problems.length)}</p>}
      {mayWrite && <Suggestions draft={draft} />}
    </Notice>
  )
}

/** The nearest colours that can be read, each with a button that takes it. */
function Suggestions({ draft: { problems } }: OfDraft): ReactNode {
  const w = useWords(historyWords)
  const take = useAction((setting: string, colour: string) => mandate.branding.draft.update(patchOf(setting, colour)), {
    ...{ refreshes, done: w.taken },
  })
  const nearest = new Map(problems.map(({ setting, nearest: colour }) => [setting, colour]))
  return [...nearest].map(
    ([setting, colour]) =>
      setting !== null &&
      colour !== null && (
        <Button key={setting} size="small" isRunning={take.isRunning} onPress={() => take.run(setting, colour)}>
          {w.take(setting, colour)}
        </Button>
      ),
  )
}

/** The merge patch that makes one choice: `design_tokens.light.text` stands three members deep. */
const patchOf = (setting: string, colour: string): BrandingDraftPatch =>
  setting.split('.').reduceRight<unknown>((value, member) => ({ [member]: value }), colour) as BrandingDraftPatch
