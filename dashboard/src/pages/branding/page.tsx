import { useQuery } from '@tanstack/react-query'
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
import { plainLook, plainTokens } from './draft.ts'
import { Basics } from './look.tsx'
import { Tokens } from './tokens.tsx'
import { brandingWords } from './words.ts'

/** How the pages look on which people sign in, sign up and consent. */
export default function BrandingPage(): ReactNode {
  const w = useWords(brandingWords)
  const may = useMay()
  useLive(['branding.*'], ['branding'])
  const query = useQuery({ queryKey: ['branding'], queryFn: ({ signal }) => mandate.branding.get({ signal }) })
  const isChanged = (query.data?.updated_at ?? null) !== null
  return (
    <Page title={w.branding} lead={w.lead} actions={may('branding:write') && isChanged && <Reset />}>
      <Loaded query={query}>
        {(branding) => (
          <Tabs
            label={w.branding}
            tabs={[
              {
                id: 'look',
                label: w.basics,
                content: () => <Basics branding={branding} />,
              },
              {
                id: 'tokens',
                label: w.tokens,
                content: () => <Tokens branding={branding} />,
              },
              { id: 'json', label: 'JSON', content: () => <Json value={branding} label="JSON" /> },
            ]}
          />
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
      await takeBack()
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

/** Each half is judged with the other as it stands: where one cannot go first, since colours of both would meet, the other does. */
async function takeBack(): Promise<void> {
  try {
    await mandate.branding.updateDesignTokens(plainTokens)
  } catch {
    await mandate.branding.update(plainLook)
    await mandate.branding.updateDesignTokens(plainTokens)
    return
  }
  await mandate.branding.update(plainLook)
}
