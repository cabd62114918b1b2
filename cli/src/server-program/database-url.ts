import { textOfFile } from '#/frame/named-files.ts'

/** The URL of a database, or what the file says that is named by `@file`, so that no list of processes shows a password. */
export async function databaseUrlOf(said: string): Promise<string> {
  return said.startsWith('@') ? (await textOfFile(said.slice(1))).trim() : said
}
