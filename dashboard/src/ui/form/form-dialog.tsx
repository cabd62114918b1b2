import type { ComponentProps, ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Form, FormActions } from './form.tsx'

interface FormDialogProps extends Omit<ComponentProps<typeof Form>, 'footer'> {
  readonly title: string
  /** What the button does that sends it. */
  readonly action: string
  /** Called when it is left, and once it is sent. */
  readonly onClose: () => void
  readonly isWide?: boolean
}

/** A form in a dialog, with a button that leaves it and one that sends it; once it is sent, it closes. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, action, onSubmit, onClose, isWide = false, ...form } = props
  const { cancel } = useWords(common)
  const send = async (): Promise<void> => {
    await onSubmit()
    onClose()
  }
  return (
    <Dialog title={title} isOpen isWide={isWide} onClose={onClose}>
      <Form
        {...form}
        onSubmit={send}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {action}
            </Button>
          </FormActions>
        )}
      />
    </Dialog>
  )
}
