import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { guideWords } from './guide-words.ts'
import type { Protocol, Provider } from './provider.ts'
import styles from './sso.module.css'

interface GuideProps {
  readonly provider: Provider
  readonly protocol: Protocol
}

/** What to do at an identity provider, step by step. */
export function Guide({ provider, protocol }: GuideProps): ReactNode {
  const guides = useWords(guideWords)
  const guide = provider === 'oidc' || provider === 'saml' ? guides.other : guides[provider]
  return (
    <ol className={styles['steps']}>
      {guide[protocol]().map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
