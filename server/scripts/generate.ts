/**
 * Writes every reference page that is made from the code: `npm run generate`. With `--check` it writes nothing and fails
 * when a page is not what the code says. A new page is one line in `pages`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCatalogue, eventCatalogue } from '#/composition/catalogue.ts'
import { apiDocument, documentedRoutes } from '#test/contract/all-routes.ts'
import { configurationPage } from './configuration-page.ts'
import { dashboardFiles } from './dashboard-files.ts'
import { errorsPage } from './errors-page.ts'
import { eventsPage } from './events-page.ts'
import { fontFile } from './font-file.ts'
import { openApiFileName, openApiFiles } from './openapi-files.ts'
import { operationsPage } from './operations-page.ts'
import { pythonFiles } from './python-sdk/files.ts'
import { sdkFiles } from './sdk/sdk-files.ts'
import { securityPage } from './security-page.ts'
import { specMapPage } from './spec-map-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const OPENAPI = 'docs/reference/openapi'
const SDK = 'sdk/src/generated'
const PYTHON_SDK = 'sdk-python/src/mandate'
const document = apiDocument()
const openApi = [...openApiFiles(document)].map(
  ([name, part]) => [`${OPENAPI}/${openApiFileName(name)}`, `${JSON.stringify(part, null, 1)}\n`] as const,
)
const sdk = [...sdkFiles(document, errorCatalogue)].map(([name, text]) => [`${SDK}/${name}`, text] as const)
const python = [...pythonFiles(document)].map(([name, text]) => [`${PYTHON_SDK}/${name}`, text] as const)
const OPERATIONS = 'docs/reference/operations.md'

/** Each generated file, from the root of the repository, with what makes its text. */
const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/errors.md': () => errorsPage(errorCatalogue),
  'docs/reference/events.md': () => eventsPage(eventCatalogue),
  [OPERATIONS]: () => operationsPage(documentedRoutes(), committed(OPERATIONS) ?? ''),
  'docs/reference/security-tests.md': securityPage,
  'docs/spec-map.md': specMapPage,
  'server/src/ui/fonts/inter.txt': fontFile,
  ...dashboardFiles,
  ...Object.fromEntries([...openApi, ...sdk, ...python].map(([file, text]) => [file, () => text])),
}

/** What stands there; undefined when it is not there yet. */
function committed(file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
  console.log(`wrote ${file}`)
}

/** Files in a folder of generated ones that nothing makes any more. */
const leftovers = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !(file in pages))

const checking = process.argv.includes('--check')
for (const [file, render] of Object.entries(pages)) {
  const text = await render()
  if (committed(file) === text) continue
  if (checking) {
    console.error(`${file} is not what the code says. Run: npm run generate`)
    process.exitCode = 1
  } else write(file, text)
}
for (const file of [OPENAPI, SDK].flatMap(leftovers)) {
  if (checking) {
    console.error(`${file} is made by nothing any more. Run: npm run generate`)
    process.exitCode = 1
  } else rmSync(path.join(root, file))
}

// The command line is made from the document that stands there now.
try {
  execFileSync(process.execPath, ['cli/scripts/generate.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
} catch {
  process.exitCode = 1
}
