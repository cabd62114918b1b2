import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { initialsOf } from './initials.ts'
import styles from './actor.module.css'

/** What can act, or be acted on; each has a shape of its own. */
export type ActorKind = 'person' | 'agent' | 'app' | 'resource' | 'system'

const outlines: Readonly<Record<Exclude<ActorKind, 'person'>, string>> = {
  agent: 'M5 3.5h14l5.5 5.5v13a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 22V5A1.5 1.5 0 0 1 5 3.5Z',
  app: 'M4.5 4.5h19v19h-19z',
  resource:
    'M4.5 7.5c0-1.9 4.2-3.5 9.5-3.5s9.5 1.6 9.5 3.5v13c0 1.9-4.2 3.5-9.5 3.5s-9.5-1.6-9.5-3.5zM4.5 7.5c0 1.9 4.2 3.5 9.5 3.5s9.5-1.6 9.5-3.5',
  system: 'M14 3 25 14 14 25 3 14z',
}

interface ShapeProps {
  readonly kind: ActorKind
  readonly name: string
}

/** The shape of somebody or something, with the initials of a person. The name always stands beside it. */
export const Shape = ({ kind, name }: ShapeProps): ReactNode => (
  <svg className={cx(styles['shape'], styles[kind])} width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
    {kind === 'person' ? <circle cx="14" cy="14" r="11.5" /> : <path d={outlines[kind]} strokeLinejoin="round" />}
    {kind !== 'resource' && (
      <text x="14" y="17.6">
        {initialsOf(name)}
      </text>
    )}
  </svg>
)

interface ActorProps extends ShapeProps {
  /** A second line: an address, an id. */
  readonly more?: ReactNode
}

/** Somebody or something by shape and name. */
export const Actor = ({ kind, name, more }: ActorProps): ReactNode => (
  <span className={styles['actor']}>
    <Shape kind={kind} name={name} />
    <span className={styles['words']}>
      <bdi className={styles['name']} title={name}>
        {name}
      </bdi>
      {more !== undefined && <span className={styles['more']}>{more}</span>}
    </span>
  </span>
)
