import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons below, the one that does it last. */
  readonly actions?: ReactNode
  readonly isWide?: boolean
  /** It needs an answer: neither Escape nor a click beside it closes it. */
  readonly isFirm?: boolean
  readonly role?: 'dialog' | 'alertdialog'
}

/** A dialog: focus moves into it and back, and the page behind it waits. */
export const Dialog = (props: DialogProps): ReactNode => {
  const { title, isOpen, onClose, children, actions, isWide = false, isFirm = false, role = 'dialog' } = props
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={!isFirm}
      isKeyboardDismissDisabled={isFirm}
    >
      <Modal className={cx(styles['modal'], isWide && styles['wide'])}>
        <AriaDialog role={role} className={styles['dialog'] ?? ''}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {title}
          </Heading>
          <div className={styles['body']}>{children}</div>
          {actions && <div className={styles['actions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface SidePanelProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Beside the title: a link to the page of its own. */
  readonly actions?: ReactNode
}

/** One of a list, looked at beside it. It has an address: the list's, with `?peek=` and the id (`usePeek`). */
export function SidePanel({ title, onClose, children, actions }: SidePanelProps): ReactNode {
  const { close } = useWords(common)
  return (
    <ModalOverlay className={styles['side'] ?? ''} isOpen onOpenChange={(open) => open || onClose()} isDismissable>
      <Modal className={styles['panel'] ?? ''}>
        <AriaDialog>
          <div className={styles['panelHead']}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {actions}
            <Button kind="quiet" icon="close" aria-label={close} onPress={onClose} />
          </div>
          <div className={styles['panelBody']}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What follows from what is about to be done. */
export const Consequences = ({
  children,
  isDangerous = false,
}: {
  readonly children: ReactNode
  readonly isDangerous?: boolean
}): ReactNode => <div className={cx(styles['consequences'], isDangerous && styles['dangerous'])}>{children}</div>
