import { machine, median } from '#bench/report.ts'
import { SIZE } from './seeded-tables.ts'
import type { ListTimes } from './lists.ts'

/** What was measured on one engine. */
export interface EngineResult {
  readonly engine: string
  /** What a token takes on disk, with its share of all indexes. */
  readonly tokenBytes: number
  readonly lists: readonly ListTimes[]
  /** The rate of the token endpoint on the full store ÷ on the empty one, for each round. */
  readonly ratios: readonly number[]
  readonly revocation: { readonly count: number; readonly ms: number }
}

const count = new Intl.NumberFormat('en').format

/** The results as a page. */
export function scaleReport(
  results: readonly EngineResult[],
  conditions: { readonly seconds: number; readonly rounds: number },
): string {
  const paths = [...new Set(results.flatMap(({ lists }) => lists.map(({ path }) => path)))]
  const cell = (result: EngineResult, path: string): string => {
    const times = result.lists.find((list) => list.path === path)
    return times ? `${times.first.toFixed(1)} | ${times.deep?.toFixed(1) ?? ''}` : ' | '
  }
  const slowest = (result: EngineResult): string =>
    Math.max(...result.lists.flatMap(({ first, deep = 0 }) => [first, deep])).toFixed(1)
  const row = (aim: string, of: (result: EngineResult) => string): string =>
    `| ${aim} | ${results.map(of).join(' | ')} |`
  return [
    '# A full store',
    '',
    'Made by `npm run scale -w bench`. The store holds',
    `${Object.entries(SIZE)
      .map(([name, rows]) => `${count(rows)} ${name}`)
      .join(', ')}.`,
    '',
    ...machine(conditions),
    '',
    `| aim | ${results.map(({ engine }) => engine).join(' | ')} |`,
    `|---|${results.map(() => '---:|').join('')}`,
    row('slowest page of any list, ms (< 50)', slowest),
    row('token endpoint, rate ÷ empty store (≥ 0.9)', ({ ratios }) => median(ratios).toFixed(2)),
    row('a token on disk with its indexes, bytes (≤ 1,200)', ({ tokenBytes }) => count(Math.round(tokenBytes))),
    row('tokens revoked by one pattern', ({ revocation }) => count(revocation.count)),
    row('in ms (< 2,000)', ({ revocation }) => count(Math.round(revocation.ms))),
    '',
    '## Lists',
    '',
    'Milliseconds as the client sees them, medians of nine requests: the first page, and one from the middle.',
    '',
    `| list | ${results.map(({ engine }) => `${engine}, first | ${engine}, middle`).join(' | ')} |`,
    `|---|${results.map(() => '---:|---:|').join('')}`,
    ...paths
      .toSorted()
      .map((path) => `| ${plain(path)} | ${results.map((result) => cell(result, path)).join(' | ')} |`),
    '',
  ].join('\n')
}

/** A path with the example's id taken out again. */
const plain = (path: string): string => path.replace(/\/[a-z]+_[0-9a-z]{30,}/, '/{id}')
