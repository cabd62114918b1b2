import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wantsProof } from './errors.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { askProof, confirmed, unlessDeclined } from '#/ui/dialogs.ts'
import { toast, toastError } from '#/ui/toasts.ts'

/** Does something, and where the server wants a fresh proof of who this is, asks for it and does it again. */
export async function proven<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!wantsProof(error) || !(await askProof())) throw error
    return await confirmed(work)
  }
}

interface Action<Given extends unknown[]> {
  /** Nouns whose lists and objects it changes: the first parts of their query keys. */
  readonly refreshes?: readonly string[]
  /** What is said when it was done. */
  readonly done?: string
  /** The call that restores exactly what was, with all of its fields. Where none does there is no such option: what ended stays ended. */
  readonly undo?: (...given: Given) => PromiseLike<unknown>
}

/** Something a button does: at most once at a time, with a proof where one is wanted; what goes wrong is said in a toast. */
export function useAction<Given extends unknown[]>(
  work: (...given: Given) => PromiseLike<unknown>,
  { refreshes = [], done, undo }: Action<Given> = {},
): { readonly run: (...given: Given) => void; readonly isRunning: boolean } {
  const [isRunning, setRunning] = useState(false)
  const refresh = useRefresh()
  const sayDone = useDone(refreshes)
  const run = async (...given: Given): Promise<void> => {
    setRunning(true)
    try {
      if (!(await unlessDeclined(() => proven(() => work(...given))))) return
      if (done !== undefined) sayDone(done, undo && (() => undo(...given)))
      await refresh(...refreshes)
    } catch (error) {
      toastError(error)
    } finally {
      setRunning(false)
    }
  }
  return { run: (...given) => void (isRunning || run(...given)), isRunning }
}

/** Says that something was done, with a button that takes it back where a call can. */
export function useDone(refreshes: readonly string[]): (text: string, undo?: () => PromiseLike<unknown>) => void {
  const refresh = useRefresh()
  const { undone } = useWords(common)
  const takeBack = async (undo: () => PromiseLike<unknown>): Promise<void> => {
    try {
      await proven(undo)
      toast(undone)
      await refresh(...refreshes)
    } catch (error) {
      toastError(error)
    }
  }
  return (text, undo) => toast(text, undo && { undo: () => void takeBack(undo) })
}

/** Reads again what hangs on nouns. */
export function useRefresh(): (...nouns: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return async (...nouns) => {
    await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  }
}
