import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { proven, useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { Page } from '#/app/page.tsx'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { Checkbox, FileField, SelectField } from '#/ui/form/fields.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { Card, Columns, Notice, Stack } from '#/ui/layout.tsx'
import { userWords } from '#/pages/users/words.ts'
import { optionsOf } from '#/ui/form/options.ts'
import { readCsv } from './csv-file.ts'
import type { CsvFile, CsvProblem } from './csv-file.ts'
import { guess, personOf, repeated } from './mapping.ts'
import type { Field } from './mapping.ts'
import { Outcomes, Preview } from './tables.tsx'
import { bring } from './run.ts'
import type { Outcome } from './run.ts'
import { importWords } from './words.ts'

/** People of another system from a table: its columns, what would become of each, then the import itself. */
export default function ImportUsers(): ReactNode {
  const w = useWords(importWords)
  const { users } = useWords(userWords)
  const [file, setFile] = useState<CsvFile>()
  const [problem, setProblem] = useState<CsvProblem>()
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    const read = await readCsv(chosen)
    setFile(typeof read === 'string' ? undefined : read)
    setProblem(typeof read === 'string' ? read : undefined)
  }
  return (
    <Page title={w.title} crumbs={[{ label: users, to: '/users' }]} lead={w.lead}>
      {file === undefined ? (
        <Card title={w.choose}>
          <Stack>
            <FileField
              name="file"
              label={w.file}
              hint={w.fileHint}
              accept=".csv,text/csv"
              onChange={(chosen) => void choose(chosen)}
            />
            {problem !== undefined && (
              <div role="alert">
                <Notice tone="bad">{w.wrong[problem]}</Notice>
              </div>
            )}
            <Command>mandate import --help</Command>
          </Stack>
        </Card>
      ) : (
        <Import key={file.name + String(file.rows.length)} file={file} onAnother={() => setFile(undefined)} />
      )}
    </Page>
  )
}

interface ImportProps {
  readonly file: CsvFile
  readonly onAnother: () => void
}

/** What was found about the rows, by asking or by doing. */
interface Found {
  readonly outcomes: readonly Outcome[]
  readonly isDry: boolean
}

const PREVIEWED = 5

function Import({ file: { columns, rows }, onAnother }: ImportProps): ReactNode {
  const w = useWords(importWords)
  const [mapping, setMapping] = useState(() => guess(columns))
  const [trusts, setTrusts] = useState(false)
  const [found, setFound] = useState<Found>()
  const [done, setDone] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const people = () => rows.map((row) => personOf(row, columns, mapping))
  const run = async (isDry: boolean): Promise<void> => {
    abort.current = new AbortController()
    setDone(0)
    const outcomes = await bring(people(), {
      send: (body) => proven(() => mandate.users.import(body)),
      dryRun: isDry,
      trustsVerified: trusts,
      onProgress: setDone,
      signal: abort.current.signal,
    })
    setFound({ outcomes, isDry })
  }
  const check = useAction(() => run(true))
  const doIt = useAction(() => run(false), { refreshes: ['users'] })
  const isRunning = check.isRunning || doIt.isRunning
  const twice = repeated(mapping)
  const isReady = mapping.includes('email') && twice.length === 0
  const set = (at: number, field: Field): void => {
    setMapping(mapping.map((each, i) => (i === at ? field : each)))
    setFound(undefined)
  }
  const wanted = found?.isDry === true ? found.outcomes.filter(({ outcome }) => outcome === 'created').length : 0
  const isOver = found?.isDry === false
  return (
    <Stack>
      {!isOver && (
        <>
          <Card title={w.columns}>
            <Columns>
              {columns.map((column, i) => (
                <SelectField
                  // A column has no other name than its place.
                  key={i}
                  name={`column-${i}`}
                  label={w.column(column)}
                  hint={<bdi>{w.example(sampleOf(rows, i, mapping[i] === 'password_hash'))}</bdi>}
                  value={mapping[i] ?? 'ignore'}
                  onChange={(field) => set(i, field)}
                  options={optionsOf<Field>(w.fields)}
                />
              ))}
            </Columns>
            {!mapping.includes('email') && <Notice tone="warn">{w.noEmail}</Notice>}
            {twice.map((field) => (
              <Notice key={field} tone="warn">
                {w.twice(w.fields[field])}
              </Notice>
            ))}
          </Card>
          <Card title={w.preview}>
            <Preview people={people().slice(0, PREVIEWED)} />
          </Card>
          <Checkbox
            name="trust_email_verified"
            label={w.trust}
            hint={w.trustHint}
            isChecked={trusts}
            onChange={(isTrusted) => {
              setTrusts(isTrusted)
              setFound(undefined)
            }}
          />
        </>
      )}
      {isRunning && <Progress label={doIt.isRunning ? w.importing : w.checking} done={done} all={rows.length} />}
      {found !== undefined && !isRunning && (
        <Card title={found.isDry ? w.would : w.became}>
          {isOver && found.outcomes.length < rows.length && <Notice tone="warn">{w.stopped}</Notice>}
          <Outcomes outcomes={found.outcomes} isDry={found.isDry} />
        </Card>
      )}
      <FormActions>
        <Button isDisabled={isRunning} onPress={onAnother}>
          {w.another}
        </Button>
        {isRunning && <Button onPress={() => abort.current?.abort()}>{w.stop}</Button>}
        {isOver ? (
          <ButtonLink to="/users" kind="primary">
            {w.toUsers}
          </ButtonLink>
        ) : wanted > 0 ? (
          <Button kind="primary" isRunning={isRunning} onPress={() => doIt.run()}>
            {w.import(wanted)}
          </Button>
        ) : (
          <Button kind="primary" isRunning={isRunning} isDisabled={!isReady} onPress={() => check.run()}>
            {w.check}
          </Button>
        )}
      </FormActions>
    </Stack>
  )
}

/** What stands in a column: the first that is not empty. A hash is nothing to show. */
const sampleOf = (rows: CsvFile['rows'], column: number, isHash: boolean): string =>
  isHash ? '…' : (rows.find(({ cells }) => cells[column])?.cells[column]?.slice(0, 40) ?? '…')

/** How far it is, also for those who don't see it. */
function Progress({
  label,
  done,
  all,
}: {
  readonly label: string
  readonly done: number
  readonly all: number
}): ReactNode {
  const { progress } = useWords(importWords)
  return (
    <div role="status">
      <p>
        {label}: {progress(done, all)}
      </p>
      <progress aria-label={label} value={done} max={all} />
    </div>
  )
}
