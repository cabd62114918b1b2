// Words that can't be the name of an argument or an attribute in Python.
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** The name as Python writes it: `rotateSecret` is `rotate_secret`, `Mandate-Host` is `mandate_host`, `from` is `from_`. */
export function pythonName(name: string): string {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
  return KEYWORDS.has(snake) ? `${snake}_` : snake
}

/** Whether it can name a field of a class. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** The name of a class, from the parts of where it stands. */
export const className = (...parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')

/** A text as Python writes it. */
export const pythonText = (text: string): string => JSON.stringify(text)

/** A value of the document as Python writes it. */
export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** A docstring, each line indented. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const text = paragraphs
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
  const lines = text.split('\n').map((line, i) => (i === 0 || line === '' ? line : indent + line))
  const body = lines.join('\n')
  return lines.length === 1 ? `${indent}"""${body}"""` : `${indent}"""${body}\n${indent}"""`
}
