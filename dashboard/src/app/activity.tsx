import type { ReactNode } from 'react'
import { calls, curlOf } from '#/api/calls.ts'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { CopyButton } from '#/ui/copy.tsx'
import { cx } from '#/ui/cx.ts'
import { Status } from '#/ui/status.tsx'
import { useStore } from '#/ui/store.ts'
import { activity } from './panes.ts'
import styles from './activity.module.css'

/** The calls behind what was clicked, newest first, each to be copied as a curl command. */
export default function Activity(): ReactNode {
  const made = useStore(calls)
  const { title, lead, none } = useWords(texts)
  const { close, copyCurl } = useWords(common)
  return (
    <section className={styles['pane']} aria-label={title}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        <p>{lead}</p>
        <Button kind="quiet" icon="close" aria-label={close} onPress={() => activity.set(false)} />
      </div>
      {made.length === 0 ? (
        <p className={styles['none']}>{none}</p>
      ) : (
        <ol className={styles['list']} tabIndex={0} aria-label={title}>
          {made.map((call) => (
            <li key={call.id} className={styles['call']}>
              <span className={cx(call.method !== 'GET' && styles['write'])}>{call.method}</span>
              <code title={call.path}>{call.path}</code>
              <Status tone={call.status >= 400 || call.status === 0 ? 'bad' : 'ok'}>{call.status || '—'}</Status>
              <span className={styles['ms']}>{call.ms} ms</span>
              <CopyButton text={curlOf(call, location.origin)} label={`${copyCurl}: ${call.method} ${call.path}`} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const texts = words({
  en: {
    title: 'API calls',
    lead: 'What this dashboard asked of the API. Each copies as the curl command that does the same.',
    none: 'Nothing was asked yet.',
  },
  es: {
    title: 'Llamadas a la API',
    lead: 'Lo que este panel ha pedido a la API. Cada una se copia como la orden curl que hace lo mismo.',
    none: 'Todavía no se ha pedido nada.',
  },
})
