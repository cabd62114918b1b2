import { linkHorizontal } from 'd3-shape'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { Shape } from '#/ui/actor.tsx'
import type { ActorKind } from '#/ui/actor.tsx'
import { cx } from '#/ui/cx.ts'
import { egoOf } from './ego.ts'
import type { Neighbour } from './ego.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import styles from './marks.module.css'

interface EgoGraphProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly center: { readonly kind: ActorKind; readonly name: string }
  readonly inbound: readonly Neighbour[]
  readonly outbound: readonly Neighbour[]
  readonly onChoose?: (neighbour: Neighbour) => void
}

const ROW = 36
const SIDE = 150
const curve = linkHorizontal<{ source: [number, number]; target: [number, number] }, [number, number]>()

/** One in the middle, those who act through it on one side, what it reaches on the other. */
export function EgoGraph({ title, summary, name, center, inbound, outbound, onChoose }: EgoGraphProps): ReactNode {
  const w = useWords(texts)
  const rows = Math.max(2, Math.min(6, Math.max(inbound.length, outbound.length)))
  const height = rows * ROW
  const { placed, hiddenIn, hiddenOut } = egoOf(inbound, outbound, height, 6)
  const { mark, onKeyDown } = useMarks(placed.length)
  const table = {
    columns: [w.side, w.name, w.tokens],
    rows: placed.map(({ side, name: who, value }) => [side === 'in' ? w.in : w.out, who, value]),
  }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const side = Math.min(SIDE, width * 0.3)
        const middle = width / 2
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={height + 20}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {placed.map((one, i) => {
              const { side: where, y, thickness, isBroken = false, kind, name: who, value } = one
              const isIn = where === 'in'
              const tone = isBroken ? 'bad' : kind === 'person' ? 'human' : kind === 'agent' ? 'agent' : 'off'
              const path = isIn
                ? curve({ source: [side + 6, y], target: [middle - 24, height / 2] })
                : curve({ source: [middle + 24, height / 2], target: [width - side - 34, y] })
              const tells = `${isIn ? w.in : w.out}: ${who}, ${w.count(value)}${isBroken ? `, ${w.broken}` : ''}`
              return (
                <g
                  key={`${where} ${one.id}`}
                  {...mark(i)}
                  role={onChoose ? 'button' : 'img'}
                  aria-label={tells}
                  className={cx(styles['mark'], styles[tone], onChoose && styles['pressable'])}
                  {...(onChoose
                    ? { onClick: () => onChoose(one), onKeyDown: (event) => event.key === 'Enter' && onChoose(one) }
                    : {})}
                >
                  <title>{tells}</title>
                  <path
                    className={styles['line']}
                    style={{
                      strokeWidth: thickness,
                      strokeOpacity: 0.45,
                      ...(isBroken ? { strokeDasharray: '4 4' } : {}),
                    }}
                    d={path ?? ''}
                  />
                  <svg
                    x={isIn ? side - 24 : width - side - 30}
                    y={y - 12}
                    width="24"
                    height="24"
                    viewBox="0 0 28 28"
                    aria-hidden="true"
                  >
                    <Shape kind={kind} name={who} />
                  </svg>
                  <text
                    aria-hidden="true"
                    className={styles['strong']}
                    x={isIn ? side - 30 : width - side}
                    y={y + 4}
                    textAnchor={isIn ? 'end' : 'start'}
                  >
                    {clipped(who, Math.floor((side - 30) / 6.6))}
                  </text>
                </g>
              )
            })}
            <svg x={middle - 22} y={height / 2 - 22} width="44" height="44" viewBox="0 0 28 28" aria-hidden="true">
              <rect width="28" height="28" className={styles['panel']} rx="6" />
              <Shape {...center} />
            </svg>
            {hiddenIn > 0 && (
              <text aria-hidden="true" x={side - 30} y={height + 14} textAnchor="end">
                {w.more(hiddenIn)}
              </text>
            )}
            {hiddenOut > 0 && (
              <text aria-hidden="true" x={width - side} y={height + 14}>
                {w.more(hiddenOut)}
              </text>
            )}
          </svg>
        )
      }}
    </Picture>
  )
}

const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`

const texts = words({
  en: {
    side: 'Side',
    name: 'Name',
    tokens: 'Tokens',
    in: 'acts for',
    out: 'reaches',
    broken: 'broken',
    count: (count: number) => (count === 1 ? '1 token' : `${count} tokens`),
    more: (count: number) => `and ${count} more`,
  },
  es: {
    side: 'Lado',
    name: 'Nombre',
    tokens: 'Tokens',
    in: 'actúa por',
    out: 'llega a',
    broken: 'rota',
    count: (count: number) => (count === 1 ? '1 token' : `${count} tokens`),
    more: (count: number) => `y ${count} más`,
  },
})
