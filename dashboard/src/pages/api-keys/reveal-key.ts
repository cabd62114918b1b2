import { reveal } from '#/ui/dialogs.ts'
import type { apiKeyWords } from './words.ts'

/** Shows the secret of a key, which the server tells once. */
export const revealKey = (w: ReturnType<typeof apiKeyWords>, key: string): Promise<void> =>
  reveal({
    title: w.yourKey,
    body: w.yourKeyBody,
    secrets: [{ label: w.secret, value: key, variable: 'MANDATE_API_KEY' }],
  })
