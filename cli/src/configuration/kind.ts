import type { Operation } from '#/operations/operation.ts'

/** An object of the server, or what a file says of one. */
export type Members = Readonly<Record<string, unknown>>

/** One kind of thing that configuration holds, and the operations that read and change it. */
export interface Kind {
  readonly name: string
  readonly load: () => Promise<{ readonly operations: readonly Operation[] }>
  /** Ids of operations; what has no `create` is there by itself, and what has no `remove` never goes. */
  readonly list: string
  readonly create?: string
  readonly update?: string
  readonly remove?: string
  /** The members that the name is made of. */
  readonly identity: readonly string[]
  /** The name that stays the same on every server. */
  readonly keyOf: (item: Members) => string
  /** Whether the list leaves members out that a single object has. */
  readonly detail?: string
  /** Members that no operation takes, and that say where the object belongs: its agent. */
  readonly parent?: { readonly kind: string; readonly member: string }
  /** Another form of a member, as requests take it. */
  readonly shape?: (item: Members) => Members
  /** Whether an object is of nobody's doing, or is over. */
  readonly ignores?: (item: Members) => boolean
  /** A query that the update needs besides the id. */
  readonly updateQuery?: (item: Members) => Members
}

/** Settings of which there is one set. */
export interface Single {
  readonly name: string
  readonly path: string
  /** The members that may be said; all of them when not given. */
  readonly members?: readonly string[]
  /** Members with an address of their own. */
  readonly parts?: Readonly<Record<string, string>>
}
