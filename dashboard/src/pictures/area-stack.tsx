import { useId } from 'react'
import type { ReactNode } from 'react'
import { useLocale } from '#/i18n/words.ts'
import { useBrush } from './brush.ts'
import { Hatch, Picture, PictureSkeleton } from './picture.tsx'
import { useMarks } from './roving.ts'
import { labelPlaces, stackedArea } from './stack.ts'
import type { Series } from './stack.ts'
import styles from './marks.module.css'

interface AreaStackProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** Epoch milliseconds, one for each value. */
  readonly times: readonly number[]
  /** Six at most. */
  readonly series: readonly Series[]
  readonly height?: number
  /** Hears what stretch was chosen, as the first and the last time. */
  readonly onBrush?: (from: number, to: number) => void
}

const HEIGHT = 160
const LEFT = 36
const BELOW = 22
/** Room for the names of the curves at their ends. */
const RIGHT = 96

/** What stands where such curves will be. */
export const AreaStackSkeleton = (): ReactNode => <PictureSkeleton height={HEIGHT + BELOW} />

/** Curves on one another over time, each named at its end. */
export function AreaStack({ height = HEIGHT, ...props }: AreaStackProps): ReactNode {
  const { title, summary, name, times, series } = props
  const table = {
    columns: ['UTC', ...series.map(({ label }) => label)],
    rows: times.map((time, i) => [new Date(time).toISOString(), ...series.map(({ values }) => values[i] ?? 0)]),
  }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => <Plot {...props} width={width} height={height} />}
    </Picture>
  )
}

function Plot({
  title,
  times,
  series,
  width,
  height,
  onBrush,
}: AreaStackProps & { readonly width: number; readonly height: number }): ReactNode {
  const locale = useLocale()
  const id = useId()
  const inner = Math.max(80, width - LEFT - RIGHT)
  const { areas, xs, xTicks, yTicks, tops } = stackedArea(times, series, { width: inner, height }, locale)
  const { mark, onKeyDown } = useMarks(times.length)
  const brush = useBrush(
    times.length,
    inner,
    LEFT,
    onBrush && ((from, to) => onBrush(times[from] ?? 0, times[to] ?? 0)),
  )
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const tellsAt = (i: number): string =>
    `${moment.format(times[i] ?? 0)}: ${series.map(({ label, values }) => `${label} ${values[i] ?? 0}`).join(', ')}`
  const ends = labelPlaces(
    series.map(({ values }) => values.at(-1) ?? 0),
    tops.at(-1) ?? height,
    height,
  )
  const most = yTicks.at(-1)
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
      <g transform={`translate(${LEFT} 0)`}>
        {yTicks.map(({ at, label }) => (
          <g key={at}>
            <line className={at === most?.at ? styles['grid'] : styles['axis']} x1="0" x2={inner} y1={at} y2={at} />
            <text aria-hidden="true" x="-8" y={at + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {areas.map(({ id: key, path, edge }, i) => (
          <g key={key} className={styles[`series${i % 6}`]}>
            <path
              d={path}
              className={styles['soft']}
              style={series[i]?.isDenied ? { fill: `url(#${id}-hatch)`, fillOpacity: 1 } : undefined}
            />
            <path d={edge} className={styles['line']} />
          </g>
        ))}
        {series.map(({ id: key, label }, i) => (
          <text aria-hidden="true" key={key} x={inner + 8} y={ends[i]} className={styles['strong']}>
            {label}
          </text>
        ))}
        {xTicks.map(({ at, label }) => (
          <text aria-hidden="true" key={at} x={at} y={height + 16} textAnchor="middle">
            {label}
          </text>
        ))}
        {brush.range && (
          <rect
            className={styles['brush']}
            x={xs[brush.range[0]]}
            width={Math.max(2, (xs[brush.range[1]] ?? 0) - (xs[brush.range[0]] ?? 0))}
            y="0"
            height={height}
          />
        )}
        {xs.map((x, i) => (
          <g key={x} {...mark(i)} role="img" aria-label={tellsAt(i)} className={styles['mark']}>
            <title>{tellsAt(i)}</title>
            <rect x={x - inner / xs.length / 2} width={inner / xs.length} y="0" height={height} fill="transparent" />
          </g>
        ))}
      </g>
    </svg>
  )
}
