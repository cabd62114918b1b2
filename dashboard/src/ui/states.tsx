import { MandateError } from '@mandate/sdk'
import type { ReactNode } from 'react'
import { proven } from '#/api/actions.ts'
import { isMissing, messageOf, wantsProof } from '#/api/errors.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from './button.tsx'
import { Command, CopyButton } from './copy.tsx'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import styles from './states.module.css'

interface EmptyStateProps {
  readonly title: string
  /** What would be here and what it is good for. */
  readonly children: ReactNode
  /** What the filled screen looks like, as a small picture. */
  readonly picture?: ReactNode
  /** The button that makes the first one. */
  readonly action?: ReactNode
  /** The same from a terminal. */
  readonly command?: string
}

/** A screen with nothing on it yet: what belongs here, and two ways to make the first one. */
export const EmptyState = ({ title, children, picture, action, command }: EmptyStateProps): ReactNode => {
  const { orFromTerminal } = useWords(common)
  return (
    <div className={cx(styles['state'], styles['boxed'])}>
      {picture && <div className={styles['picture']}>{picture}</div>}
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div className={styles['actions']}>{action}</div>}
      {command !== undefined && (
        <div className={styles['cli']}>
          <span>{orFromTerminal}</span>
          <Command>{command}</Command>
        </div>
      )}
    </div>
  )
}

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What went wrong, in the words of the server, with what one needs to ask about it. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  const { failed, missing, readMore, confirm, requestId: idLabel } = useWords(texts)
  const { retry } = useWords(common)
  const { code, requestId, docsUrl } = error instanceof MandateError ? error : ({} as Partial<MandateError>)
  return (
    <div className={cx(styles['state'], styles['boxed'])} role="alert">
      <h2>{isMissing(error) ? missing : failed}</h2>
      <p>{messageOf(error)}</p>
      <div className={styles['meta']}>
        {code !== undefined && <code>{code}</code>}
        {requestId !== undefined && (
          <span>
            {idLabel} <code>{requestId}</code> <CopyButton text={requestId} />
          </span>
        )}
        {docsUrl !== undefined && (
          <a href={docsUrl} target="_blank" rel="noreferrer">
            {readMore}
          </a>
        )}
      </div>
      {onRetry && (
        <div className={styles['actions']}>
          {wantsProof(error) ? (
            <Button onPress={() => void proven(() => mandate.auth.getMe()).then(onRetry)}>{confirm}</Button>
          ) : (
            <Button icon="refresh" onPress={onRetry}>
              {retry}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** A screen that whoever is signed in may not see: they came by its address, since nothing leads there. */
export function NoPermission({ scope }: { readonly scope: string }): ReactNode {
  const { notYours, askOwner } = useWords(texts)
  return (
    <div className={cx(styles['state'], styles['boxed'])}>
      <Icon name="key" size={24} />
      <h2>{notYours}</h2>
      <p>
        {askOwner} <code>{scope}</code>
      </p>
    </div>
  )
}

/** What stands where text will be. It appears only when that takes a while. */
export const Skeleton = ({ lines = 4 }: { readonly lines?: number }): ReactNode => {
  const { loading } = useWords(common)
  return (
    <div className={styles['skeleton']} role="status" aria-label={loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles['bar']} />
      ))}
    </div>
  )
}

interface LoadedProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** What a query found, or that it is loading, or what went wrong. */
export function Loaded<Data>({ query: { data, error, refetch }, skeleton, children }: LoadedProps<Data>): ReactNode {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return skeleton ?? <Skeleton lines={6} />
}

const texts = words({
  en: {
    failed: 'This could not be loaded',
    missing: 'There is no such thing here',
    readMore: 'What this means',
    confirm: 'Confirm that it is you',
    requestId: 'Request',
    notYours: 'You may not see this',
    askOwner: 'Your role does not open this screen. An owner can give you one with the scope',
  },
  es: {
    failed: 'No se ha podido cargar',
    missing: 'Aquí no hay nada así',
    readMore: 'Qué significa',
    confirm: 'Confirma que eres tú',
    requestId: 'Solicitud',
    notYours: 'No puedes ver esto',
    askOwner: 'Tu rol no abre esta pantalla. Un propietario puede darte uno con el permiso',
  },
})
