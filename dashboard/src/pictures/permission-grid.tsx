import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import styles from './permission-grid.module.css'

/** How somebody has a permission: by its own name, by a wildcard, or not at all. */
export type Coverage = 'own' | 'wildcard' | 'none'

interface PermissionGridProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** Roles, or people. */
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly permissions: readonly string[]
  readonly coverage: (permission: string, column: string) => Coverage
  /** Hears which cell was chosen. */
  readonly onChoose?: (permission: string, column: string) => void
}

/** Permissions by roles, as a grid: a full square is its own, a half one comes by a wildcard. */
export function PermissionGrid({
  title,
  summary,
  name,
  columns,
  permissions,
  coverage,
  onChoose,
}: PermissionGridProps): ReactNode {
  const w = useWords(texts)
  const { mark, onKeyDown } = useMarks(columns.length * permissions.length, columns.length)
  const table = {
    columns: [w.permission, ...columns.map(({ label }) => label)],
    rows: permissions.map((permission) => [permission, ...columns.map(({ id }) => w[coverage(permission, id)])]),
  }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {() => (
        <div
          className={styles['grid']}
          role="group"
          aria-label={title}
          onKeyDown={onKeyDown}
          style={{ gridTemplateColumns: `minmax(140px, max-content) repeat(${columns.length}, minmax(40px, 1fr))` }}
        >
          <span />
          {columns.map(({ id, label }) => (
            <span key={id} className={styles['head']} title={label}>
              <bdi>{label}</bdi>
            </span>
          ))}
          {permissions.map((permission, row) => (
            <Fragment key={permission}>
              <span className={styles['name']} title={permission}>
                <bdi>{permission}</bdi>
              </span>
              {columns.map(({ id, label }, column) => {
                const has = coverage(permission, id)
                const { onFocus, ...rest } = mark(row * columns.length + column)
                return (
                  <button
                    key={id}
                    type="button"
                    {...rest}
                    onFocus={onFocus}
                    className={cx(styles['cell'], styles[has])}
                    aria-label={`${label}, ${permission}: ${w[has]}`}
                    onClick={() => onChoose?.(permission, id)}
                  />
                )
              })}
            </Fragment>
          ))}
        </div>
      )}
    </Picture>
  )
}

const texts = words({
  en: { permission: 'Permission', own: 'yes', wildcard: 'by a wildcard', none: 'no' },
  es: { permission: 'Permiso', own: 'sí', wildcard: 'por un comodín', none: 'no' },
})
