/** A piece of the OpenAPI document. */
export type Piece = Readonly<Record<string, unknown>>

/** The OpenAPI document as a reader of it sees it: references are followed. */
export class ApiDocument {
  readonly #whole: Piece

  constructor(whole: Piece) {
    this.#whole = whole
  }

  /** What a reference points at, or the piece itself. */
  resolve(piece: unknown): Piece {
    const reference = (piece as Piece | undefined)?.['$ref']
    if (typeof reference !== 'string') return piece as Piece
    let target: unknown = this.#whole
    for (const step of reference.slice(2).split('/')) {
      target = (target as Piece)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    }
    return this.resolve(target)
  }

  /** Every operation, by `GET /path`. */
  operations(): Map<string, Piece> {
    const paths = this.#whole['paths'] as Record<string, Record<string, Piece>>
    return new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
      ),
    )
  }

  /** One response of an operation, or nothing when the document does not know the status. */
  response(operation: Piece, status: number | 'default'): Piece | undefined {
    return this.resolve((operation['responses'] as Piece)[String(status)])
  }

  /** The schema of a JSON response. */
  jsonSchema(response: Piece): Piece | undefined {
    const content = response['content'] as Record<string, { schema: Piece }> | undefined
    return content?.['application/json']?.schema
  }

  /** Every shape that a schema allows, one by one. */
  alternatives(schema: Piece): Piece[] {
    const whole = this.resolve(schema)
    const parts = (whole['anyOf'] ?? whole['oneOf']) as Piece[] | undefined
    return parts ? parts.flatMap((part) => this.alternatives(part)) : [whole]
  }
}
