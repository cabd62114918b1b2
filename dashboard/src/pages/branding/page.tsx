import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { Json } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Tabs } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { toast } from '#/ui/toasts.ts'
import { plainLook } from './draft.ts'
import { historyWords } from './history-words.ts'
import { Basics } from './look.tsx'
import { DraftState, PublishActions } from './publishing.tsx'
import { Tokens } from './tokens.tsx'
import { brandingWords } from './words.ts'

const History = lazy(() => import('./history.tsx'))
const Pages = lazy(() => import('./pages.tsx'))
const Texts = lazy(() => import('./texts.tsx'))

/** How the pages look on which people sign in, sign up and consent. */
export default function BrandingPage(): ReactNode {
  const w = useWords(brandingWords)
  const h = useWords(historyWords)
  const may = useMay()
  useLive(['branding.*'], ['branding'])
  const query = useQuery({ queryKey: ['branding'], queryFn: ({ signal }) => mandate.branding.draft.get({ signal }) })
  const mayWrite = may('branding:write')
  const draft = query.data
  return (
    <Page
      title={w.branding}
      lead={w.lead}
      actions={
        mayWrite &&
        draft && (
          <>
            {draft.updated_at !== null && <Reset />}
            <PublishActions draft={draft} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(branding) => (
          <>
            <DraftState draft={branding} mayWrite={mayWrite} />
            <Tabs
              label={w.branding}
              tabs={[
                {
                  id: 'look',
                  label: w.basics,
                  content: () => <Basics branding={branding} />,
                },
                {
                  id: 'texts',
                  label: w.texts,
                  content: () => <Texts branding={branding} />,
                },
                {
                  id: 'tokens',
                  label: w.tokens,
                  content: () => <Tokens branding={branding} />,
                },
                { id: 'pages', label: h.pages, content: () => <Pages draft={branding} /> },
                {
                  id: 'history',
                  label: h.history,
                  content: () => <History published={branding.published_version} mayWrite={mayWrite} />,
                },
                { id: 'json', label: 'JSON', content: () => <Json value={branding} label="JSON" /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Reset(): ReactNode {
  const w = useWords(brandingWords)
  const reset = useAction(
    async () => {
      if (!(await confirm({ title: w.resetTitle, body: w.resetBody, action: w.reset, isDangerous: true }))) return
      await mandate.branding.draft.update({ ...plainLook, design_tokens: null })
      toast(w.wasReset)
    },
    { refreshes: ['branding'] },
  )
  return (
    <Button icon="refresh" isRunning={reset.isRunning} onPress={() => reset.run()}>
      {w.reset}
    </Button>
  )
}
