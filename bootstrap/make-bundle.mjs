// node make-bundle.mjs <source> <directory>: what `npm start` runs, in a process of its own, since it needs packages.
import { bundle } from './bundling.mjs'

const [source, directory] = process.argv.slice(2)
await bundle({ main: source }, directory, { minify: true })
