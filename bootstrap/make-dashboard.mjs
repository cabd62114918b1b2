// node make-dashboard.mjs <workspace> <directory>: what the server serves at /admin, in a process of its own, since it needs
// packages.
import { buildDashboard } from './dashboard.mjs'

const [workspace, directory] = process.argv.slice(2)
await buildDashboard(workspace, directory)
