import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMe } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
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
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState(me.email)
  const submit = async (): Promise<void> => {
    await send({ to })
    toast(w.testSent(to))
  }
  return (
    <>
      <Button icon="play" onPress={() => setOpen(true)}>
        {w.sendTest}
      </Button>
      {isOpen && (
        <FormDialog
          title={w.sendTest}
          onClose={() => setOpen(false)}
          fields={['to']}
          onSubmit={submit}
          refreshes={['email']}
          action={w.send}
        >
          <p>{w.sendTestLead}</p>
          {note}
          <TextField name="to" type="email" label={w.to} value={to} onChange={setTo} hasFocus />
        </FormDialog>
      )}
    </>
  )
}
