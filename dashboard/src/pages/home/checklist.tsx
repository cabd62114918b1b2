import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Stats } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { Icon } from '#/ui/icons.tsx'
import { Card } from '#/ui/layout.tsx'
import { homeWords } from './words.ts'
import styles from './home.module.css'

/** The first steps. Each ticks when the server knows that it happened, and all of it goes when all of them did. */
export function Checklist({ stats }: { readonly stats: Stats }): ReactNode {
  const w = useWords(homeWords)
  const may = useMay()
  const hasApp = useHasAny('apps', () => mandate.apps.list({ limit: 1 }))
  const hasAgent = useHasAny('agents', () => mandate.agents.list({ limit: 1 }))
  const hasWebhook = useHasAny('webhooks', () => mandate.webhooks.list({ limit: 1 }))
  const { signIn, app, teammate, agent, webhook } = w.steps
  const steps = [
    { ...signIn, isDone: true, to: '', command: '' },
    {
      ...app,
      isDone: hasApp,
      to: '/apps/new',
      command: 'mandate apps create --name "Acme web" --type web',
    },
    {
      ...teammate,
      isDone: stats.users.total > 1 || stats.users.created.last_7d > 1,
      to: '/users/new',
      command: 'mandate users create --email maya@example.com',
    },
    {
      ...agent,
      isDone: hasAgent,
      to: '/agents/new',
      command: 'mandate agents create --client-name Planner',
    },
    {
      ...webhook,
      isDone: hasWebhook,
      to: '/webhooks/new',
      command: 'mandate webhooks create --url https://example.com/hook',
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length || !may('users:write')) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card title={w.firstSteps(done, steps.length)}>
      <ol className={styles['steps']}>
        {steps.map((step) => (
          <li key={step.title} className={styles['step']} data-done={step.isDone}>
            <span className={styles['tick']}>{step.isDone && <Icon name="check" size={14} />}</span>
            <div>
              <p>
                <strong>{step.title}</strong>
                {step.isDone && <span className="visually-hidden"> ({w.done})</span>}
              </p>
              {step === next && (
                <div className={styles['how']}>
                  <p>{step.why}</p>
                  <ButtonLink kind="primary" to={step.to}>
                    {step.title}
                  </ButtonLink>
                  <Command>{step.command}</Command>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Whether there is one of these at all: asked by itself, since the totals are counted now and then. */
function useHasAny(
  noun: 'apps' | 'agents' | 'webhooks',
  list: () => PromiseLike<{ readonly data: readonly unknown[] }>,
): boolean {
  const may = useMay()
  const { data } = useQuery({
    queryKey: [noun, 'any'],
    queryFn: async () => (await list()).data.length > 0,
    enabled: may(`${noun}:read`),
  })
  return data ?? false
}
