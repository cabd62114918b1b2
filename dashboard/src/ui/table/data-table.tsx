import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { preferences } from '#/app/preferences.ts'
import { common } from '#/i18n/common.ts'
import { counted, useLocale, useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Button } from '#/ui/button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { EmptyState, ErrorState, Skeleton } from '#/ui/states.tsx'
import { useStore } from '#/ui/store.ts'
import { toast, toastError } from '#/ui/toasts.ts'
import { download, toCsv } from './export.ts'
import { tracksOf, tracksOnPhone } from './columns.ts'
import { QuickLink } from './quick-link.tsx'
import type { Column } from './columns.ts'
import type { List } from '#/api/lists.ts'
import styles from './table.module.css'

/** The most rows that one file gets: what is more belongs to the API. */
const MAX_EXPORTED = 50_000
const HEIGHTS = { comfortable: 44, compact: 36 } as const
const AHEAD = 20

interface DataTableProps<Row> {
  /** What the rows are, for screen readers and the name of an exported file: `users`. */
  readonly name: string
  readonly label: string
  /** Those of a long list stay the same (`useMemo`), or every row is drawn again when more are read. */
  readonly columns: readonly Column<Row>[]
  readonly list: List<Row>
  readonly idOf: (row: Row) => string
  /** The page about each, as its route has it: `/users/$id`. */
  readonly linkTo?: string
  /** What stands instead of a list without rows. */
  readonly empty: ReactNode
}

/**
 * A list as a table: rows are read as they are scrolled to and only those in view are drawn, so that ten thousand are as quick as
 * ten. A row is a link. j and k walk the rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { name, label, columns, list, idOf, linkTo, empty } = props
  const { rows, total, totalIsMinimum, isLoading, error, hasMore, isPaused, isLoadingMore } = list
  const { loadMore, retry, all } = list
  const { density } = useStore(preferences)
  const { actions } = useWords(common)
  const { lookFurther } = useWords(texts)
  const table = useRef<HTMLTableElement>(null)
  const [offset, setOffset] = useState(0)
  const shown = rows.length
  useLayoutEffect(() => setOffset((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [shown === 0])
  const virtualizer = useWindowVirtualizer({
    count: shown,
    estimateSize: () => HEIGHTS[density],
    overscan: 12,
    scrollMargin: offset + 38,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isPaused && !isLoadingMore && !error && last >= shown - AHEAD) loadMore()
  })
  if (error && shown === 0) return <ErrorState error={error} onRetry={retry} />
  if (shown === 0 && hasMore && isPaused && !isLoadingMore) return <NothingYet onLookFurther={loadMore} />
  if (isLoading || (shown === 0 && hasMore)) {
    return (
      <div className={cx(styles['frame'], styles['skeletons'])}>
        <Skeleton lines={9} />
      </div>
    )
  }
  if (shown === 0) return empty

  const before = (items[0]?.start ?? offset + 38) - offset - 38
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset + 38) - offset - 38)
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = Number((event.target as HTMLElement).closest('tr')?.dataset['index'] ?? -1)
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const next = Math.min(shown - 1, Math.max(0, index + step))
      event.preventDefault()
      virtualizer.scrollToIndex(next)
      requestAnimationFrame(() => focusRow(table.current, next))
    }
  }
  return (
    <div>
      <div className={styles['frame']}>
        {/* Rows are grids, so each is laid out by itself; the roles say what browsers then no longer do. */}
        <table
          ref={table}
          role="table"
          className={styles['table']}
          style={{ '--tracks': tracksOf(columns), '--tracks-on-phone': tracksOnPhone(columns) } as CSSProperties}
          aria-label={label}
          aria-rowcount={total ?? -1}
          onKeyDown={onKeyDown}
        >
          <thead role="rowgroup" className={styles['head']}>
            <tr role="row">
              {columns.map(({ id, header, align, isWide }) => (
                <th
                  key={id}
                  role="columnheader"
                  scope="col"
                  className={cx(align && styles['end'], isWide && styles['wide'])}
                >
                  {header ?? <span className="visually-hidden">{actions}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            <Spacer height={before} />
            {items.map(({ index }) => {
              const row = rows[index]
              if (row === undefined) return null
              const id = idOf(row)
              return <Row key={id} {...{ row, id, index, columns, linkTo }} />
            })}
            <Spacer height={after} />
          </tbody>
        </table>
        <Foot
          {...{ name, columns, all, shown, total, isLoadingMore }}
          isMinimum={totalIsMinimum || (total === undefined && hasMore)}
          more={
            error ? (
              <Button size="small" icon="refresh" onPress={loadMore} />
            ) : (
              isPaused && (
                <Button size="small" isRunning={isLoadingMore} onPress={loadMore}>
                  {lookFurther}
                </Button>
              )
            )
          }
        />
      </div>
    </div>
  )
}

interface RowProps<Item> {
  readonly row: Item
  readonly id: string
  readonly index: number
  readonly columns: readonly Column<Item>[]
  readonly linkTo: string | undefined
}

function RowOf<Item>({ row, id, index, columns, linkTo }: RowProps<Item>): ReactNode {
  return (
    <tr role="row" className={styles['row']} data-index={index} aria-rowindex={index + 2}>
      {columns.map(({ id: column, cell, align, isWide }, at) => (
        <td key={column} role="cell" className={cx(align && styles['end'], isWide && styles['wide'])}>
          {at === 0 && linkTo !== undefined ? (
            <QuickLink to={linkTo} id={id} className={styles['link']} data-row-link>
              {cell(row)}
            </QuickLink>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Scrolling draws the rows that come, and none of those that stay. */
const Row = memo(RowOf) as typeof RowOf

function focusRow(table: HTMLTableElement | null, index: number): void {
  const row = table?.querySelector(`tr[data-index="${index}"]`)
  row?.querySelector<HTMLElement>('[data-row-link], button, input')?.focus({ preventScroll: true })
}

/** Stands for the rows that are not drawn, so that the page is as long as the list. */
const Spacer = ({ height }: { readonly height: number }): ReactNode =>
  height <= 0 ? null : <tr aria-hidden="true" className={styles['spacer']} style={{ height }} />

interface FootProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly all: () => AsyncIterable<Row>
  readonly shown: number
  readonly total: number | undefined
  readonly isMinimum: boolean
  readonly isLoadingMore: boolean
  /** What reads on where nothing does so by itself. */
  readonly more: ReactNode
}

function FootOf<Row>({ name, columns, all, shown, total, isMinimum, isLoadingMore, more }: FootProps<Row>): ReactNode {
  const locale = useLocale()
  const { rowsOf, about, exporting } = useWords(texts)
  const { loading, export: exportLabel } = useWords(common)
  const [isExporting, setExporting] = useState(false)
  const count = total ?? shown
  const save = async (kind: 'csv' | 'json'): Promise<void> => {
    setExporting(true)
    try {
      const rows: Row[] = []
      for await (const row of all()) {
        rows.push(row)
        if (rows.length >= MAX_EXPORTED) break
      }
      if (kind === 'csv') download(`${name}.csv`, 'text/csv', toCsv(rows, columns))
      else download(`${name}.json`, 'application/json', JSON.stringify(rows, null, 2))
      toast(rowsOf(locale, rows.length))
    } catch (error_) {
      toastError(error_)
    } finally {
      setExporting(false)
    }
  }
  return (
    <div className={styles['foot']}>
      <span>
        {isMinimum ? about(locale, count) : rowsOf(locale, count)}
        {isLoadingMore && ` · ${loading} …`} {more}
      </span>
      <Menu
        label={exportLabel}
        actions={[
          { id: 'csv', label: 'CSV', run: () => void save('csv') },
          { id: 'json', label: 'JSON', run: () => void save('json') },
        ]}
        trigger={
          <Button kind="quiet" size="small" icon="download" isRunning={isExporting}>
            {isExporting ? exporting : exportLabel}
          </Button>
        }
      />
    </div>
  )
}

/** Stands for a list whose server has looked at many rows, found none that fits, and is not at the end. */
function NothingYet({ onLookFurther }: { readonly onLookFurther: () => void }): ReactNode {
  const { nothingYet, nothingYetHelp, lookFurther } = useWords(texts)
  return (
    <EmptyState title={nothingYet} action={<Button onPress={onLookFurther}>{lookFurther}</Button>}>
      {nothingYetHelp}
    </EmptyState>
  )
}

const Foot = memo(FootOf) as typeof FootOf

const texts = words({
  en: {
    rowsOf: (locale: 'en' | 'es', count: number) => counted(locale, count, 'row', 'rows'),
    about: (locale: 'en' | 'es', count: number) => `more than ${counted(locale, count, 'row', 'rows')}`,
    exporting: 'Exporting …',
    lookFurther: 'Look further back',
    nothingYet: 'Nothing found so far',
    nothingYetHelp: 'The newest were looked through, and there are more.',
  },
  es: {
    rowsOf: (locale: 'en' | 'es', count: number) => counted(locale, count, 'fila', 'filas'),
    about: (locale: 'en' | 'es', count: number) => `más de ${counted(locale, count, 'fila', 'filas')}`,
    exporting: 'Exportando …',
    lookFurther: 'Buscar más atrás',
    nothingYet: 'Nada por ahora',
    nothingYetHelp: 'Se han revisado los más recientes, y hay más.',
  },
})
