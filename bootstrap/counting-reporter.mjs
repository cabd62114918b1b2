/** A reporter of node's test runner that writes the counts of the whole run as one JSON line, for the closing table. */
export default async function* countingReporter(source) {
  let counts
  // Each file ends with a summary of its own; the last one is that of the run.
  for await (const event of source) if (event.type === 'test:summary') counts = event.data.counts
  yield `${JSON.stringify(counts ?? {})}\n`
}
