/** A parsed query string or form body; it remembers which names came more than once. */
export class Form {
  readonly #values: Map<string, string>
  /** Names that appeared more than once; OAuth refuses them (RFC 6749 §3.1, §3.2). */
  readonly duplicates: readonly string[]

  private constructor(values: Map<string, string>, duplicates: string[]) {
    this.#values = values
    this.duplicates = duplicates
  }

  static readonly empty: Form = new Form(new Map(), [])

  /** Parses `application/x-www-form-urlencoded` text. */
  static parse(text: string): Form {
    const values = new Map<string, string>()
    const duplicates = new Set<string>()
    for (const [name, value] of new URLSearchParams(text)) {
      if (values.has(name)) duplicates.add(name)
      else values.set(name, value)
    }
    return new Form(values, [...duplicates])
  }

  /** The value of a parameter; one sent without a value counts as omitted (RFC 6749 §3.1). */
  get(name: string): string | undefined {
    const value = this.#values.get(name)
    return value === '' ? undefined : value
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
