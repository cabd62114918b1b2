import { linkHorizontal } from 'd3-shape'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { flowOf, OTHERS } from './flow.ts'
import type { FlowNode, Stream } from './flow.ts'
import { Picture, PictureSkeleton } from './picture.tsx'
import { useMarks } from './roving.ts'
import styles from './marks.module.css'

interface FlowPictureProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly streams: readonly Stream[]
  /** What the columns are: “People”, “Agents”, “Resources”. */
  readonly heads: readonly [string, string, string]
  readonly nameOf: (id: string) => string
  /** Hears who was chosen. */
  readonly onChoose?: (id: string, column: 0 | 1 | 2) => void
  readonly height?: number
}

const HEIGHT = 260
const BAR = 8
const HEAD = 24
const tones = ['human', 'agent', 'off'] as const
const curve = linkHorizontal<{ source: [number, number]; target: [number, number] }, [number, number]>()

/** What stands where such a picture will be. */
export const FlowSkeleton = (): ReactNode => <PictureSkeleton height={HEIGHT + HEAD} />

/** Who acts for whom, and where: people, agents and resources, with bands as thick as the tokens they stand for. */
export function FlowPicture({
  title,
  summary,
  name,
  streams,
  heads,
  nameOf,
  onChoose,
  height = HEIGHT,
}: FlowPictureProps): ReactNode {
  const { others } = useWords(texts)
  const { nodes, bands } = flowOf(streams, height, 8)
  const { mark, onKeyDown } = useMarks(nodes.length)
  const table = {
    columns: [...heads, '#'],
    rows: streams.map(({ from, through, to, value }) => [nameOf(from), nameOf(through), nameOf(to), value]),
  }
  const labelOf = ({ id, others: count }: FlowNode): string => (id === OTHERS ? others(count) : nameOf(id))
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const label = Math.min(150, width * 0.26)
        const xs = [label, width / 2 - BAR / 2, width - label - BAR]
        // Between the bars of agents and those of resources.
        const gap = width / 2 - label - BAR * 1.5 - 12
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={height + HEAD}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {heads.map((head, i) => (
              <text
                key={head}
                x={(xs[i] ?? 0) + BAR / 2}
                y="12"
                textAnchor={i === 0 ? 'end' : i === 1 ? 'middle' : 'start'}
              >
                {head}
              </text>
            ))}
            <g transform={`translate(0 ${HEAD})`}>
              {bands.map(({ from, to, column, y0, y1, thickness }) => (
                <path
                  key={`${column} ${from} ${to}`}
                  className={cx(styles['line'], styles[tones[column]])}
                  style={{ strokeWidth: Math.max(1, thickness), strokeOpacity: 0.26 }}
                  d={curve({ source: [(xs[column] ?? 0) + BAR, y0], target: [xs[column + 1] ?? 0, y1] }) ?? ''}
                />
              ))}
              {nodes.map((node, i) => {
                const { id, column, y, height: tall, value } = node
                const x = xs[column] ?? 0
                const text = labelOf(node)
                const canChoose = onChoose !== undefined && id !== OTHERS
                const choose = (): void => onChoose?.(id, column)
                return (
                  <g
                    key={`${column} ${id}`}
                    {...mark(i)}
                    role={canChoose ? 'button' : 'img'}
                    aria-label={`${heads[column]}: ${text}, ${value}`}
                    className={cx(styles['mark'], canChoose && styles['pressable'])}
                    {...(canChoose
                      ? {
                          onClick: choose,
                          onKeyDown: (event) => (event.key === 'Enter' || event.key === ' ') && choose(),
                        }
                      : {})}
                  >
                    <title>{`${text}: ${value}`}</title>
                    <rect
                      x={x}
                      y={y}
                      width={BAR}
                      height={Math.max(2, tall)}
                      rx="2"
                      className={cx(styles['fill'], styles[tones[column]])}
                    />
                    <text
                      className={styles['strong']}
                      x={column === 0 ? x - 8 : x + BAR + 8}
                      y={y + Math.max(2, tall) / 2 + 4}
                      textAnchor={column === 0 ? 'end' : 'start'}
                    >
                      {clipped(text, Math.floor((column === 1 ? gap : label) / 7.5))}
                    </text>
                  </g>
                )
              })}
            </g>
          </svg>
        )
      }}
    </Picture>
  )
}

const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`

const texts = words({
  en: { others: (count: number) => `${count} others` },
  es: { others: (count: number) => `${count} más` },
})
