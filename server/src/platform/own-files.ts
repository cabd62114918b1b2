import { readdirSync, readFileSync } from 'node:fs'

// Files that come with the program and are not code: style sheets, scripts of pages, migrations. Here they stand beside the
// source that names them; a bundle puts a module with their texts in the place of this one (bootstrap/make-bundle.mjs).

/** The text of a file beside a source: `readOwnFile(new URL('./x.css', import.meta.url))`. */
export const readOwnFile = (file: URL): string => readFileSync(file, 'utf8')

/** The names of the files in a folder, which ends with a slash. */
export const ownFilesIn = (folder: URL): readonly string[] => readdirSync(folder)
