import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wantsProof } from './errors.ts'
import { askProof, confirmed, unlessDeclined } from '#/ui/dialogs.ts'
import { toastError } from '#/ui/toasts.ts'

/** Does something, and where the server wants a fresh proof of who this is, asks for it and does it again. */
export async function proven<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!wantsProof(error) || !(await askProof())) throw error
    return await confirmed(work)
  }
}

interface Action {
  /** Nouns whose lists and objects it changes: the first parts of their query keys. */
  readonly refreshes?: readonly string[]
}

/** Something a button does: at most once at a time, with a proof where one is wanted; what goes wrong is said in a toast. */
export function useAction<Given extends unknown[]>(
  work: (...given: Given) => PromiseLike<unknown>,
  { refreshes = [] }: Action = {},
): { readonly run: (...given: Given) => void; readonly isRunning: boolean } {
  const [isRunning, setRunning] = useState(false)
  const refresh = useRefresh()
  const run = async (...given: Given): Promise<void> => {
    setRunning(true)
    try {
      if (await unlessDeclined(() => proven(() => work(...given)))) await refresh(...refreshes)
    } catch (error) {
      toastError(error)
    } finally {
      setRunning(false)
    }
  }
  return { run: (...given) => void (isRunning || run(...given)), isRunning }
}

/** Reads again what hangs on nouns. */
export function useRefresh(): (...nouns: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return async (...nouns) => {
    await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  }
}
