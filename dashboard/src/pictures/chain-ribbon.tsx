import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { Shape } from '#/ui/actor.tsx'
import { cx } from '#/ui/cx.ts'
import { chainText } from './chain.ts'
import type { Link } from './chain.ts'
import styles from './chain-ribbon.module.css'

interface ChainRibbonProps {
  readonly links: readonly Link[]
  /** Where somebody of the chain leads. */
  readonly linkTo?: (link: Link) => string | undefined
  readonly isSmall?: boolean
}

/** Every action is a line from someone, through someone, to something: the same picture wherever a chain is named. */
export function ChainRibbon({ links, linkTo, isSmall = false }: ChainRibbonProps): ReactNode {
  const { chain, bound, broken } = useWords(texts)
  return (
    <ol className={cx(styles['ribbon'], isSmall && styles['small'])} aria-label={`${chain}: ${chainText(links)}`}>
      {links.map((link, i) => {
        const to = linkTo?.(link)
        const name = (
          <bdi className={styles['name']} title={link.id}>
            {link.name}
          </bdi>
        )
        return (
          <li key={`${link.id} ${i}`} className={styles['link']}>
            {i > 0 && <Line link={link} label={link.isBroken ? broken : undefined} />}
            <Shape kind={link.kind} name={link.name} />
            {to === undefined ? name : <RouterLink to={to}>{name}</RouterLink>}
            {link.isBound && (
              <svg width="14" height="14" viewBox="0 0 16 16" role="img" aria-label={bound} className={styles['key']}>
                <path d="M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-1.5H6V11h1.5l1.2-1.2c.5.1 1.1.2 1.8-.8Z" />
              </svg>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Line({ link, label }: { readonly link: Link; readonly label: string | undefined }): ReactNode {
  const isReach = link.kind === 'resource'
  return (
    <svg
      className={cx(styles['line'], link.isBroken && styles['broken'])}
      width="36"
      height="14"
      viewBox="0 0 36 14"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {link.isBroken ? (
        <path d="M1 7h10M25 7h10M13 2l10 10M23 2 13 12" />
      ) : isReach ? (
        <path d="M1 5h29M1 9h29M29 2l5.500 5-5.500 5" />
      ) : (
        <path d="M1 7h33M29 2l5.500 5-5.500 5" />
      )}
    </svg>
  )
}

const texts = words({
  en: { chain: 'Chain', bound: 'bound to a key', broken: 'broken' },
  es: { chain: 'Cadena', bound: 'ligado a una clave', broken: 'rota' },
})
