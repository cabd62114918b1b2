/** One of a few: its value on the wire, and what it says. */
export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** Each value with its label, in the order they are written in. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>): readonly Option<Value>[] =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
