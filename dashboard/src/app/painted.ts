/** A window that is not drawn at the moment paints nothing; whatever waits goes on after so long. */
const LONGEST_MS = 100

/** Waits until what has changed so far is painted. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const longest = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => {
      clearTimeout(longest)
      setTimeout(resolve)
    })
  })
