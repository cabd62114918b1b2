import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SsoConnection, SsoTestLink } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { Card, Facts, Notice } from '#/ui/layout.tsx'
import { Time } from '#/ui/time.tsx'
import { ssoWords } from './words.ts'

/** Tries a connection out: the link opens in a new tab, and can be given to whoever runs the provider. */
export function Try({ connection: { id, enabled } }: { readonly connection: SsoConnection }): ReactNode {
  const w = useWords(ssoWords)
  const [link, setLink] = useState<SsoTestLink>()
  const { run, isRunning } = useAction(async () => {
    const made = await mandate.ssoConnections.test(id)
    setLink(made)
    window.open(made.test_url, '_blank', 'noopener,noreferrer')
  })
  return (
    <Card title={w.try}>
      <p>{w.tryLead}</p>
      {enabled ? (
        <div>
          <Button kind="primary" icon="play" isRunning={isRunning} onPress={() => run()}>
            {w.startTest}
          </Button>
        </div>
      ) : (
        <Notice tone="warn">{w.tryOff}</Notice>
      )}
      {link && (
        <>
          <h3>{w.testLink}</h3>
          <p>{w.testLinkHelp}</p>
          <Command>{link.test_url}</Command>
          <p>
            <a href={link.test_url} target="_blank" rel="noreferrer">
              {w.openTest}
            </a>
          </p>
          <Facts facts={[[w.testUntil, <Time at={link.expires_at} isExact />]]} />
        </>
      )}
    </Card>
  )
}
