interface Actor {
  readonly sub?: unknown
  readonly act?: unknown
}

/**
 * Who acts for the subject of a token, whoever acts now first (RFC 8693 §4.1): the chain of `act`, from an introspection or
 * from the claims of a token that was verified. Empty where the subject acts itself.
 */
export function actorsOf(claims: object): readonly string[] {
  const actors: string[] = []
  for (let actor = asActor((claims as Actor).act); actor !== undefined; actor = asActor(actor.act)) {
    if (typeof actor.sub !== 'string') throw new TypeError('a chain of actors has one without a name')
    actors.push(actor.sub)
  }
  return actors
}

const asActor = (value: unknown): Actor | undefined => (typeof value === 'object' && value !== null ? value : undefined)
