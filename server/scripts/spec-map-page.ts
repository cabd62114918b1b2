import { heldLines, nameOf } from '#test/contract/contract-state.ts'
import { ContractTests } from './contract-tests.ts'
import { code, markdownPage, markdownTable } from './markdown.ts'
import { routeSources } from './route-sources.ts'

/** Each line of the interface specification with the file that serves it and a test that calls it. */
export async function specMapPage(): Promise<string> {
  const held = heldLines()
  const sources = await routeSources(held.flatMap(({ served }) => served?.route ?? []))
  const tests = new ContractTests()
  const served = held.filter((it) => it.served).length
  const sections = [...Map.groupBy(held, ({ line }) => line.section)].map(([section, lines]) =>
    [
      `## ${section}`,
      markdownTable(
        ['Contract line', 'Who may', 'Served by', 'Called in'],
        lines.map(({ line, served: mounted }) => [
          code(nameOf(line)),
          line.auth,
          mounted ? link(`server/src/${sources.get(mounted.route) ?? ''}`) : 'missing',
          link(testPath(tests.nearest(line, mounted?.operationId))),
        ]),
      ),
    ].join('\n\n'),
  )
  return markdownPage(
    'Specification map',
    `Every route of the interface specification, in its order, with the file that serves it and the test that calls its path most. ${served} of ${held.length} lines are served; a test fails when this is not so.`,
    sections,
  )
}

const testPath = (file: string | undefined): string | undefined => file && `server/test/${file}`

/** A file of the repository, as seen from `docs/`. */
const link = (file: string | undefined): string =>
  file === undefined ? '' : `[${file.replace(/^server\/(src|test)\//, '')}](../${file})`
