import type { ReactNode } from 'react'
import { wholeList } from '#/api/lists.ts'
import { useWords } from '#/i18n/words.ts'
import { Status } from '#/ui/status.tsx'
import type { Tone } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import type { Column } from '#/ui/table/columns.ts'
import type { Mapped } from './mapping.ts'
import type { Outcome } from './run.ts'
import { importWords } from './words.ts'

/** Some people as they would come. */
export function Preview({ people }: { readonly people: readonly Mapped[] }): ReactNode {
  const w = useWords(importWords)
  const columns: readonly Column<Mapped>[] = [
    column('line', w.line, ({ line }) => String(line), '70px'),
    column('email', w.address, ({ person }) => person.email),
    column('name', w.name, ({ person }) => person.name ?? ''),
    column('password', w.password, ({ person }) => (person.password_hash === undefined ? '' : w.hasPassword)),
  ]
  return (
    <DataTable
      name="people"
      label={w.preview}
      columns={columns}
      list={wholeList(people)}
      idOf={({ line }) => String(line)}
      empty={<p>{w.none}</p>}
    />
  )
}

const tones: Readonly<Record<Outcome['outcome'], Tone>> = { created: 'ok', exists: 'off', refused: 'bad' }

/** What became of each, or would; those about whom something is to be said stand first. */
export function Outcomes({
  outcomes,
  isDry,
}: {
  readonly outcomes: readonly Outcome[]
  readonly isDry: boolean
}): ReactNode {
  const w = useWords(importWords)
  const said = (outcome: Outcome['outcome']): string => w.outcomes[outcome][isDry ? 'will' : 'is']
  const why = ({ outcome, errors, problems }: Outcome): string => {
    if (outcome === 'exists') return w.stays
    if (outcome === 'refused' && errors.length === 0 && problems.length === 0) return w.problems.hash
    const own = problems.map(({ field, kind }) =>
      field === 'row' ? w.problems[kind] : `${w.fields[field]}: ${w.problems[kind]}`,
    )
    return [...own, ...errors].join(' ')
  }
  const columns: readonly Column<Outcome>[] = [
    column('line', w.line, ({ line }) => String(line), '70px'),
    column('email', w.address, ({ email }) => email),
    {
      ...column('outcome', w.outcome, ({ outcome }: Outcome) => said(outcome), '180px'),
      cell: ({ outcome }) => <Status tone={tones[outcome]}>{said(outcome)}</Status>,
    },
    column('why', w.reason, why, '40%'),
  ]
  const order: readonly Outcome['outcome'][] = ['refused', 'exists', 'created']
  const sorted = order.flatMap((wanted) => outcomes.filter(({ outcome }) => outcome === wanted))
  const counts = order.map((wanted) => [wanted, outcomes.filter(({ outcome }) => outcome === wanted).length] as const)
  return (
    <>
      <p role="status">
        {counts.map(([outcome, count]) => (
          <span key={outcome} style={{ marginInlineEnd: 16 }}>
            <Status tone={tones[outcome]}>
              {said(outcome)}: {count}
            </Status>{' '}
          </span>
        ))}
      </p>
      <DataTable
        name="import"
        label={isDry ? w.would : w.became}
        columns={columns}
        list={wholeList(sorted)}
        idOf={({ line }) => String(line)}
        empty={<p>{w.none}</p>}
      />
    </>
  )
}

/** A column of text that somebody else wrote. */
const column = <Row,>(id: string, header: string, text: (row: Row) => string, width?: string): Column<Row> => ({
  id,
  header,
  text,
  cell: (row) => <bdi title={text(row)}>{text(row)}</bdi>,
  ...(width !== undefined && { width }),
})
