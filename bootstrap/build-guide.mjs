// `npm run guide`: builds the documentation unless it is built, and says where. A server that runs shows it from then on.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { guideDirectory } from './bundle.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const directory = await guideDirectory(root, process.execPath)
if (directory === undefined) process.exitCode = 1
else process.stdout.write(`${directory}\n`)
