import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'

interface FormDialogProps {
  readonly title: string
  readonly fields: readonly string[]
  /** Sends it; the dialog closes when that is done. */
  readonly onSubmit: () => PromiseLike<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
  readonly isWide?: boolean
}

/** A form over the lists of the gateway. */
export function FormDialog({ title, fields, onSubmit, onClose, children, isWide = false }: FormDialogProps): ReactNode {
  const { cancel, save } = useWords(common)
  const send = async (): Promise<void> => {
    await onSubmit()
    onClose()
  }
  return (
    <Dialog title={title} isOpen isWide={isWide} onClose={onClose}>
      <Form
        fields={fields}
        onSubmit={send}
        refreshes={['proxy', 'proxy-status']}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {save}
            </Button>
          </FormActions>
        )}
      >
        {children}
      </Form>
    </Dialog>
  )
}
