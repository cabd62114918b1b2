import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { cx } from '#/ui/cx.ts'
import { download, toCsv } from '#/ui/table/export.ts'
import type { Column } from '#/ui/table/columns.ts'
import { SaveMenu } from './save-menu.tsx'
import { useWidth } from './width.ts'
import styles from './picture.module.css'

/** What a picture shows, as rows: for whoever reads a table, and for the file. */
export interface PictureTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

interface PictureProps {
  /** The finding, as a sentence or a number: “87 agents acted for 1,204 people”. */
  readonly title: string
  /** The same in more words, for whoever does not see it. */
  readonly summary: string
  /** The name of the file that the rows are saved as. */
  readonly name: string
  readonly table: PictureTable
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Draws for so many pixels. */
  readonly children: (width: number) => ReactNode
  /** Without a visible title, where a heading above it says the same. */
  readonly isBare?: boolean
}

/** A picture with what every one has: its finding, a summary, the same as a table and as a file. */
export function Picture({ title, summary, name, table, actions, children, isBare = false }: PictureProps): ReactNode {
  const { asTable, asPicture } = useWords(texts)
  const [isTable, setTable] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const id = useId()
  const saveCsv = (): void => {
    const columns = table.columns.map((header, i): Column<(string | number | null)[]> => ({
      id: header,
      header,
      cell: () => null,
      text: (row) => row[i],
    }))
    download(
      `${name}.csv`,
      'text/csv',
      toCsv(
        table.rows.map((row) => [...row]),
        columns,
      ),
    )
  }
  return (
    <figure className={styles['picture']} aria-labelledby={`${id}-title`} aria-describedby={`${id}-summary`}>
      <figcaption className={styles['head']}>
        <span id={`${id}-title`} className={cx(styles['title'], isBare && styles['hidden'])}>
          {title}
        </span>
        <span id={`${id}-summary`} className={styles['hidden']}>
          {summary}
        </span>
        {actions}
        <span className={styles['tools']}>
          <Button
            kind="quiet"
            size="small"
            icon={isTable ? 'live' : 'menu'}
            aria-label={`${isTable ? asPicture : asTable}: ${title}`}
            onPress={() => setTable(!isTable)}
          />
          <SaveMenu name={name} title={title} onCsv={saveCsv} {...(isTable ? {} : { picture: () => frame.current })} />
        </span>
      </figcaption>
      <div ref={frame} className={styles['frame']}>
        {isTable ? <Rows table={table} label={title} /> : children(width)}
      </div>
    </figure>
  )
}

/** What stands where a picture will be, as high as it. */
export const PictureSkeleton = ({ height }: { readonly height: number }): ReactNode => {
  const { loading } = useWords(common)
  return (
    <div className={styles['picture']} role="status" aria-label={loading}>
      <div className={styles['head']} />
      <div className={styles['waiting']} style={{ height }} />
    </div>
  )
}

function Rows({
  table: { columns, rows },
  label,
}: {
  readonly table: PictureTable
  readonly label: string
}): ReactNode {
  return (
    <div className={styles['rows']} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((value, j) => (
                <td key={j} className={typeof value === 'number' ? styles['number'] : undefined}>
                  {typeof value === 'string' ? <bdi>{value}</bdi> : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The pattern of what was refused or is dead: told by its shape where colours are not. */
export const Hatch = ({
  id,
  className,
}: {
  readonly id: string
  readonly className?: string | undefined
}): ReactNode => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={styles['hatchGround']} />
      <rect width="2.5" height="6" className={cx(styles['hatchLine'], className)} />
    </pattern>
  </defs>
)

const texts = words({
  en: { asTable: 'View as table', asPicture: 'View as picture' },
  es: { asTable: 'Ver como tabla', asPicture: 'Ver como imagen' },
})
