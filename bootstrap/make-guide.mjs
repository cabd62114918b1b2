// node make-guide.mjs <workspace> <directory>: what the server serves at /docs/guide, in a process of its own, since it needs
// packages.
import path from 'node:path'
import { buildGuide } from './guide.mjs'

const [workspace, directory] = process.argv.slice(2)
await buildGuide(path.resolve(workspace), path.resolve(directory))
