/** Which address a document has below the base: guides stand at the top, and a README is its folder. */
export function addressOf(file: string): string {
  const page = file.replace(/^guides\//, '').replace(/\.md$/, '')
  return `/${page.replace(/(^|\/)README$/, '$1')}`
}
