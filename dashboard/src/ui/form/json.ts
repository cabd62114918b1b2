/** What a text is as JSON; nothing at all is no value. Where it is none, the place that stopped the reading, as far as the browser tells. */
export type ReadJson =
  | { readonly value: unknown }
  | { readonly problem: { readonly line: string; readonly column: string } | undefined }

/** Reads what somebody wrote as JSON. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? []
    return { problem: line === undefined || column === undefined ? undefined : { line, column } }
  }
}
