import { useDone } from '#/api/actions.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { toast } from '#/ui/toasts.ts'
import type { Change } from './merge-patch.ts'

/**
 * Sends what a form changed and nothing else, so that two people who change different things both win; says that it was done, with
 * the button that takes it back, or that there was nothing to do.
 */
export function useSaveChange<Saved>(
  refreshes: readonly string[],
  done: string | ((saved: Saved) => string),
): <Body extends object>(
  change: Change<Body> | undefined,
  send: (patch: Partial<Body>) => PromiseLike<Saved>,
) => Promise<void> {
  const { unchanged } = useWords(common)
  const sayDone = useDone(refreshes)
  return async (change, send) => {
    if (!change) return toast(unchanged)
    const { patch, back } = change
    const saved = await send(patch)
    sayDone(typeof done === 'string' ? done : done(saved), back && (() => send(back)))
  }
}
