import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMe } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { toast } from '#/ui/toasts.ts'
import { emailWords } from './words.ts'

interface SendTestProps {
  /** Sends it; what the mail server says against it stands in the dialog. */
  readonly send: (body: { to: string }) => PromiseLike<unknown>
  /** What is different from what the reader sees, such as changes that were not saved. */
  readonly note?: ReactNode
}

/** Sends a message at once, so that the mail server's own words come back. */
export function SendTest({ send, note }: SendTestProps): ReactNode {
  const w = useWords(emailWords)
  const { cancel } = useWords(common)
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState(me.email)
  const submit = async (): Promise<void> => {
    await send({ to })
    toast(w.testSent(to))
    setOpen(false)
  }
  return (
    <>
      <Button icon="play" onPress={() => setOpen(true)}>
        {w.sendTest}
      </Button>
      <Dialog title={w.sendTest} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{w.sendTestLead}</p>
        {note}
        <Form
          fields={['to']}
          onSubmit={submit}
          refreshes={['email']}
          footer={(isRunning) => (
            <FormActions>
              <Button onPress={() => setOpen(false)}>{cancel}</Button>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.send}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="to" type="email" label={w.to} value={to} onChange={setTo} hasFocus />
        </Form>
      </Dialog>
    </>
  )
}
