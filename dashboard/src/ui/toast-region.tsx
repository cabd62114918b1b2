import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { announcement, dismiss, showIn, toasts } from './toasts.ts'
import { useStore } from './store.ts'
import styles from './toast-region.module.css'

/** Where messages appear: one region, which screen readers read when they are free. */
export function ToastRegion(): ReactNode {
  const shown = useStore(toasts)
  const spoken = useStore(announcement)
  const { dismiss: close, undo, copyCurl } = useWords(common)
  return (
    <div
      ref={showIn}
      className={styles['region']}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      // A dialog makes all around it inert but this, so that messages are heard and used while it is open.
      data-react-aria-top-layer
    >
      <span className="visually-hidden">{spoken}</span>
      {shown.map((one) => (
        <div key={one.id} className={cx(styles['toast'], styles[one.tone])}>
          <Icon name={one.tone === 'ok' ? 'check' : 'warn'} />
          <span className={styles['text']}>
            {one.text}
            {one.requestId !== undefined && <code className={styles['fine']}>{one.requestId}</code>}
          </span>
          {one.curl !== undefined && <CopyButton text={one.curl} label={copyCurl} />}
          {one.undo && (
            <Button
              size="small"
              onPress={() => {
                one.undo?.()
                dismiss(one.id)
              }}
            >
              {undo}
            </Button>
          )}
          <Button kind="quiet" size="small" icon="close" aria-label={close} onPress={() => dismiss(one.id)} />
        </div>
      ))}
    </div>
  )
}
