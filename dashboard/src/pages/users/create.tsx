import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Checkbox, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { userWords } from './words.ts'

/** Creates somebody. */
export default function CreateUser(): ReactNode {
  const w = useWords(userWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isVerified, setVerified] = useState(false)
  const create = async (): Promise<void> => {
    const { id } = await mandate.users.create({
      email,
      email_verified: isVerified,
      ...(name === '' ? {} : { name }),
      ...(password === '' ? {} : { password }),
    })
    toast(w.done.created)
    await navigate({ to: `/users/${id}` })
  }
  return (
    <Page title={w.newUser} crumbs={[{ label: w.users, to: '/users' }]} lead={w.newLead}>
      <Card>
        <Form
          fields={['email', 'name', 'password', 'email_verified']}
          onSubmit={create}
          refreshes={['users']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/users">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.saveUser}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="email" type="email" label={w.email} value={email} onChange={setEmail} hasFocus />
          <TextField name="name" label={w.name} value={name} onChange={setName} isOptional />
          <TextField
            name="password"
            type="password"
            label={w.password}
            hint={w.passwordHint}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            isOptional
          />
          <Checkbox
            name="email_verified"
            label={w.isVerified}
            hint={w.isVerifiedHint}
            isChecked={isVerified}
            onChange={setVerified}
          />
        </Form>
      </Card>
    </Page>
  )
}
