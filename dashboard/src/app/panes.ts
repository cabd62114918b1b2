import { Store } from '#/ui/store.ts'

/** Whether the command palette is open. */
export const palette = new Store(false)

/** Whether the activity is: the calls behind what was clicked. */
export const activity = new Store(false)
