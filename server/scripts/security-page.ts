import { catalogue, notYet } from '#test/support/security-catalogue.ts'
import { testsById } from '#test/support/security-coverage.ts'
import { code, markdownPage, markdownTable } from './markdown.ts'

/** Which test proves each line of the attack catalogue, by the id its name begins with. */
export function securityPage(): string {
  const tests = testsById()
  const sections = Object.entries(catalogue).map(([section, lines]) =>
    [
      `## ${section}`,
      markdownTable(
        ['Id', 'What must not be possible', 'Proven by'],
        Object.entries(lines).map(([id, text]) => [id, text, proofOf(id, tests)]),
      ),
    ].join('\n\n'),
  )
  return markdownPage(
    'Security tests',
    'Each line is an attack that must fail. The test that proves it carries its id at the front of its name.',
    sections,
  )
}

function proofOf(id: string, tests: ReadonlyMap<string, readonly string[]>): string {
  const files = tests.get(id)
  if (files) return files.map(code).join(', ')
  return `not yet: ${notYet[id] ?? 'no test names it'}`
}
