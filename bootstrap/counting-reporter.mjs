import path from 'node:path'

const LONGEST_REASON = 300

/** A reporter of node's test runner that writes, as one JSON line for the closing table, the counts of the run and what failed. */
export default async function* countingReporter(source) {
  let counts
  const failures = []
  for await (const { type, data } of source) {
    // Each file ends with a summary of its own; the last one is that of the run.
    if (type === 'test:summary') counts = data.counts
    if (type === 'test:fail' && !isOfItsTests(data)) failures.push(failureOf(data))
  }
  yield `${JSON.stringify({ counts, failures })}\n`
}

/** Whether a suite failed only since one of its tests did. */
const isOfItsTests = ({ details }) => details.error?.failureType === 'subtestsFailed'

function failureOf({ name, file, line, details }) {
  const place = file ? path.relative(process.cwd(), file) : undefined
  const why = String(details.error?.cause?.message ?? details.error?.message ?? '').replace(/\s+/g, ' ')
  const shown = why.length > LONGEST_REASON ? `${why.slice(0, LONGEST_REASON)}…` : why
  return { file: place, text: `${place ? `${place}:${line}: ` : ''}${name} (${shown})` }
}
