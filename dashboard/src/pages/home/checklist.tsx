import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Stats } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { Icon } from '#/ui/icons.tsx'
import { Card } from '#/ui/layout.tsx'
import { anyQuery } from './queries.ts'
import { homeWords } from './words.ts'
import styles from './home.module.css'

interface Begun {
  readonly apps: boolean
  readonly agents: boolean
  readonly webhooks: boolean
}

interface ChecklistProps {
  readonly stats: Stats
  readonly begun: Begun
}

/** The first steps. Each ticks when the server knows that it happened, and all of it goes when all of them did. */
export function Checklist({ stats, begun }: ChecklistProps): ReactNode {
  const w = useWords(homeWords)
  const may = useMay()
  const { signIn, app, teammate, agent, webhook } = w.steps
  const steps = [
    { ...signIn, isDone: true, to: '', command: '' },
    {
      ...app,
      isDone: begun.apps,
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
      isDone: begun.agents,
      to: '/agents/new',
      command: 'mandate agents create --client-name Planner',
    },
    {
      ...webhook,
      isDone: begun.webhooks,
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

/** Which of these there is one of; undefined until the server has said it. */
export function useBegun(): Begun | undefined {
  const [apps, agents, webhooks] = [useHasAny('apps'), useHasAny('agents'), useHasAny('webhooks')]
  return apps === undefined || agents === undefined || webhooks === undefined ? undefined : { apps, agents, webhooks }
}

/** False also where it could not be read. */
function useHasAny(noun: keyof Begun): boolean | undefined {
  const mayRead = useMay()(`${noun}:read`)
  const { data, isPending } = useQuery({ ...anyQuery(noun), enabled: mayRead })
  return mayRead && isPending ? undefined : (data ?? false)
}
