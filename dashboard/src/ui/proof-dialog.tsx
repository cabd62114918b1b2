import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { base, mandate } from '#/api/mandate.ts'
import { meQuery, useMe } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form/form.tsx'
import { TextField } from './form/fields.tsx'
import styles from './dialog.module.css'

/**
 * Asks for a fresh proof of who this is, and lets what wanted it go on. A password or a code is proven here; whoever has neither
 * goes by the hosted page, which knows every way, and comes back to this place.
 */
export function ProofDialog({ answer }: { readonly answer: (isProven: boolean) => void }): ReactNode {
  const { mfa_enabled: hasFactor } = useMe()
  const client = useQueryClient()
  const { cancel } = useWords(common)
  const { title, why, password, code, confirm, otherWay } = useWords(texts)
  const [proof, setProof] = useState('')
  const here = location.pathname.slice(base.length) + location.search
  const prove = async (): Promise<void> => {
    const me = await mandate.auth.reauthenticate(hasFactor ? { code: proof } : { password: proof })
    client.setQueryData(meQuery.queryKey, me)
    answer(true)
  }
  return (
    <Dialog title={title} isOpen onClose={() => answer(false)}>
      <p>{why}</p>
      <Form
        fields={[hasFactor ? 'code' : 'password']}
        onSubmit={prove}
        footer={(isRunning) => (
          <div className={styles['actions']}>
            <Button onPress={() => answer(false)}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {confirm}
            </Button>
          </div>
        )}
      >
        {hasFactor ? (
          <TextField name="code" label={code} value={proof} onChange={setProof} autoComplete="one-time-code" hasFocus />
        ) : (
          <TextField
            name="password"
            type="password"
            label={password}
            value={proof}
            onChange={setProof}
            autoComplete="current-password"
            hasFocus
          />
        )}
      </Form>
      <p>
        <a href={`${base}/confirm?${new URLSearchParams({ next: here })}`}>{otherWay}</a>
      </p>
    </Dialog>
  )
}

const texts = words({
  en: {
    title: 'Confirm that it is you',
    why: 'What you are about to do is sensitive, so the server wants to know that you still sit here. It asks again after five minutes.',
    password: 'Password',
    code: 'Code of your authenticator app, or a recovery code',
    confirm: 'Confirm',
    otherWay: 'Use a passkey or another way',
  },
  es: {
    title: 'Confirma que eres tú',
    why: 'Lo que vas a hacer es delicado, así que el servidor quiere saber que sigues aquí. Volverá a preguntar dentro de cinco minutos.',
    password: 'Contraseña',
    code: 'Código de tu aplicación de autenticación o de recuperación',
    confirm: 'Confirmar',
    otherWay: 'Usar una llave de acceso u otra forma',
  },
})
