/** Something the reader can mend: shown as one line, without a stack. */
export class SetupError extends Error {}

/** Tells what the set-up is doing. On stderr, so that stdout stays the server's. */
export const say = (text) => process.stderr.write(`mandate: ${text}\n`)

/** Runs work that may take long, and says every few seconds that it is still going on. */
export async function withProgress(what, work) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  say(`${what} …`)
  const timer = setInterval(() => say(`  still at it, ${seconds()} s`), 5000)
  try {
    const result = await work()
    say(`  done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}
