import { useId } from 'react'
import type { ReactNode } from 'react'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { useBrush } from './brush.ts'
import { Hatch, Picture, PictureSkeleton } from './picture.tsx'
import { useMarks } from './roving.ts'
import { timeTicks } from './axis.ts'
import { columnsOf } from './columns.ts'
import type { Series } from './stack.ts'
import styles from './marks.module.css'

interface HistogramProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** Where each column begins, epoch milliseconds. */
  readonly times: readonly number[]
  /** From the bottom up. */
  readonly series: readonly Series[]
  readonly height?: number
  /** Hears the beginning of the first column that was chosen, and that of the one behind the last. */
  readonly onBrush?: (from: number, to: number) => void
}

const HEIGHT = 72
const BELOW = 20

/** What stands where a histogram will be. */
export const HistogramSkeleton = (): ReactNode => <PictureSkeleton height={HEIGHT + BELOW} />

/** How much of what happened when, as columns; a stretch of them can be chosen. */
export function Histogram({
  title,
  summary,
  name,
  times,
  series,
  height = HEIGHT,
  onBrush,
}: HistogramProps): ReactNode {
  const { zoom } = useWords(texts)
  const table = {
    columns: ['UTC', ...series.map(({ label }) => label)],
    rows: times.map((time, i) => [new Date(time).toISOString(), ...series.map(({ values }) => values[i] ?? 0)]),
  }
  return (
    <Picture title={title} summary={onBrush ? `${summary} ${zoom}` : summary} name={name} table={table}>
      {(width) => <Plot {...{ title, times, series, height, onBrush, width }} />}
    </Picture>
  )
}

type PlotProps = Pick<HistogramProps, 'title' | 'times' | 'series'> & {
  readonly width: number
  readonly height: number
  readonly onBrush: HistogramProps['onBrush']
}

function Plot({ title, times, series, height, onBrush, width }: PlotProps): ReactNode {
  const locale = useLocale()
  const id = useId()
  const columns = columnsOf(series, { width, height })
  const { mark, onKeyDown } = useMarks(columns.length)
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  const endOf = (i: number): number => times[i + 1] ?? (times[i] ?? 0) + step
  const brush = useBrush(columns.length, width, 0, onBrush && ((from, to) => onBrush(times[from] ?? 0, endOf(to))))
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <svg
      className={styles['plot']}
      width={width}
      height={height + BELOW}
      role="group"
      aria-label={title}
      onKeyDown={(event) => {
        onKeyDown(event)
        brush.onKeyDown(event)
      }}
      {...brush.pointer}
    >
      <Hatch id={`${id}-hatch`} />
      <line className={styles['axis']} x1="0" x2={width} y1={height} y2={height} />
      {columns.map(({ x, width: wide, parts }, i) => {
        const tells = `${moment.format(times[i] ?? 0)}: ${series.map(({ label, values }) => `${label} ${values[i] ?? 0}`).join(', ')}`
        const isOut = brush.range && (i < brush.range[0] || i > brush.range[1])
        return (
          <g
            key={x}
            {...mark(i)}
            role={onBrush ? 'button' : 'img'}
            aria-label={tells}
            className={cx(styles['mark'], onBrush && styles['pressable'], isOut && styles['dim'])}
          >
            <title>{tells}</title>
            <rect x={x} width={wide} y="0" height={height} fill="transparent" />
            {parts.map(({ id: key, y, height: tall, isDenied }, at) => (
              <rect
                key={key}
                x={x}
                width={wide}
                y={y}
                height={tall}
                className={isDenied ? undefined : cx(styles[`series${at % 6}`], styles['fill'])}
                fill={isDenied ? `url(#${id}-hatch)` : undefined}
              />
            ))}
          </g>
        )
      })}
      {timeTicks(times, width, locale).map(({ at, label }) => (
        <text
          aria-hidden="true"
          key={at}
          x={at}
          y={height + 15}
          textAnchor={at < 20 ? 'start' : at > width - 20 ? 'end' : 'middle'}
        >
          {label}
        </text>
      ))}
      {brush.range && (
        <rect
          className={styles['brush']}
          x={columns[brush.range[0]]?.x}
          width={
            (columns[brush.range[1]]?.x ?? 0) +
            (columns[brush.range[1]]?.width ?? 0) -
            (columns[brush.range[0]]?.x ?? 0)
          }
          y="0"
          height={height}
        />
      )}
    </svg>
  )
}

const texts = words({
  en: { zoom: 'Drag over columns, or press Enter on one, to look at that time alone.' },
  es: { zoom: 'Arrastra sobre las columnas, o pulsa Intro en una, para ver solo ese tiempo.' },
})
