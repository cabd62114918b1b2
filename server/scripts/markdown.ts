const NOTICE = '<!-- Made from the code by `npm run generate`; changes here are lost. -->'

/** A generated page: its title, what it is, and its parts. */
export const markdownPage = (title: string, lead: string, parts: readonly string[]): string =>
  `${[`# ${title}`, NOTICE, lead, ...parts].join('\n\n')}\n`

/** A table; cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A value as code, for a cell. */
export const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
