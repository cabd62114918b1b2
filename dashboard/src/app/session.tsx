import { useQuery } from '@tanstack/react-query'
import { MandateError } from '@mandate/sdk'
import type { ReactNode } from 'react'
import { base } from '#/api/mandate.ts'
import { meQuery } from '#/api/session.ts'
import { useWords, words } from '#/i18n/words.ts'
import { ErrorState } from '#/ui/states.tsx'
import styles from './page.module.css'

/** Lets those in who run the server; everybody else is told where they belong. */
export function Session({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: me, error, refetch } = useQuery(meQuery)
  if (me) return me.scopes.length > 0 ? children : <NotAnOperator email={me.email} />
  // Whoever is not signed in is on their way to sign in.
  if (!error || (error instanceof MandateError && error.status === 401)) return null
  return (
    <main className={styles['page']}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </main>
  )
}

function NotAnOperator({ email }: { readonly email: string }): ReactNode {
  const { title, body, account, other } = useWords(texts)
  return (
    <main className={styles['page']}>
      <h1>{title}</h1>
      <p className={styles['lead']}>{body(email)}</p>
      <p>
        <a href={`${base}/account`}>{account}</a> · <a href={`${base}/logout`}>{other}</a>
      </p>
    </main>
  )
}

const texts = words({
  en: {
    title: 'This is for those who run the server',
    body: (email: string) => `You are signed in as ${email}, who has no role here. An owner can give you one.`,
    account: 'Go to your account',
    other: 'Sign in as somebody else',
  },
  es: {
    title: 'Esto es para quienes administran el servidor',
    body: (email: string) => `Has entrado como ${email}, que aquí no tiene ningún rol. Un propietario puede darte uno.`,
    account: 'Ir a tu cuenta',
    other: 'Entrar con otra cuenta',
  },
})
