import path from 'node:path'

/** A reporter of node's test runner that writes, as one JSON line for the closing table, the counts of the run and what failed. */
export default async function* countingReporter(source) {
  let counts
  const failures = []
  for await (const { type, data } of source) {
    // Each file ends with a summary of its own; the last one is that of the run.
    if (type === 'test:summary') counts = data.counts
    if (type === 'test:fail' && !isOfItsTests(data)) failures.push(nameOf(data))
  }
  yield `${JSON.stringify({ counts, failures })}\n`
}

/** Whether a suite failed only since one of its tests did. */
const isOfItsTests = ({ details }) => details.error?.failureType === 'subtestsFailed'

function nameOf({ name, file, line, details }) {
  const place = file ? `${path.relative(process.cwd(), file)}:${line}: ` : ''
  const [why] = String(details.error?.cause?.message ?? details.error?.message ?? '').split('\n')
  return `${place}${name} (${why})`
}
