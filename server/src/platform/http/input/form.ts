const MAX_FIELDS = 100

/** A query or form that is not well formed: wrong percent-encoding, not UTF-8, NUL, or too many fields. */
export class MalformedForm extends Error {}

/** A parsed query string or form body; it remembers which names came more than once. */
export class Form {
  readonly #values: Map<string, string>
  readonly #repeated: Map<string, string[]>
  /** Names that appeared more than once; OAuth refuses them (RFC 6749 §3.1, §3.2). */
  readonly duplicates: readonly string[]

  private constructor(values: Map<string, string>, repeated: Map<string, string[]>) {
    this.#values = values
    this.#repeated = repeated
    this.duplicates = [...repeated.keys()]
  }

  static readonly empty: Form = new Form(new Map(), new Map())

  /** Parses `application/x-www-form-urlencoded` text; what browsers would guess at is refused with `MalformedForm`. */
  static parse(text: string): Form {
    if (text === '') return Form.empty
    const values = new Map<string, string>()
    const repeated = new Map<string, string[]>()
    let fields = 0
    for (const pair of text.split('&')) {
      if (pair === '') continue
      if (++fields > MAX_FIELDS) throw new MalformedForm(`There are more than ${MAX_FIELDS} parameters.`)
      const equals = pair.indexOf('=')
      const name = decode(equals === -1 ? pair : pair.slice(0, equals))
      const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
      const first = values.get(name)
      if (first === undefined) values.set(name, value)
      else repeated.set(name, [...(repeated.get(name) ?? [first]), value])
    }
    return new Form(values, repeated)
  }

  /** The value of a parameter; one sent without a value counts as omitted (RFC 6749 §3.1). */
  get(name: string): string | undefined {
    const value = this.#values.get(name)
    return value === '' ? undefined : value
  }

  /** Every value of a parameter that may repeat, such as `resource` (RFC 8707 §2). */
  all(name: string): string[] {
    const first = this.#values.get(name)
    const values = this.#repeated.get(name) ?? (first === undefined ? [] : [first])
    return values.filter((value) => value !== '')
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  names(): string[] {
    return [...this.#values.keys()]
  }

  /** The given parameters as an object without prototype. */
  toRecord(): Record<string, string> {
    const record = Object.create(null) as Record<string, string>
    for (const [name, value] of this.#values) if (value !== '') record[name] = value
    return record
  }
}

const PLAIN = /^[A-Za-z0-9\-._~!*'():@/?$,;]*$/

function decode(part: string): string {
  if (PLAIN.test(part)) return part
  const text = decodePercent(part.includes('+') ? part.replaceAll('+', ' ') : part)
  if (text.includes('\0')) throw new MalformedForm('A parameter contains a NUL character.')
  return text
}

function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new MalformedForm('A parameter is not percent-encoded UTF-8.', { cause })
  }
}
