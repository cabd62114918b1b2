// Builds the dashboard, and leaves each file beside its packed forms, so that the server packs nothing while somebody waits.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { packBeside } from './packed-files.mjs'

const WORTH_PACKING = /\.(js|css|svg)$/

/** Builds the workspace of the dashboard into a directory. Returns the files that went in. */
export async function buildDashboard(workspace, directory) {
  const { output } = await build({
    root: workspace,
    configFile: path.join(workspace, 'vite.config.ts'),
    // Whatever the environment of whoever starts the server says.
    mode: 'production',
    logLevel: 'error',
    build: { outDir: directory, emptyOutDir: true },
  })
  const assets = path.join(directory, 'assets')
  for (const name of readdirSync(assets).filter((file) => WORTH_PACKING.test(file))) packBeside(path.join(assets, name))
  return output.flatMap(({ moduleIds = [], originalFileNames = [] }) => [
    ...moduleIds,
    // Of typefaces and pictures.
    ...originalFileNames.map((file) => path.resolve(workspace, file)),
  ])
}
