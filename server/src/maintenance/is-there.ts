import { stat } from 'node:fs/promises'

/** Whether there is a file. One that can't be looked at is neither there nor absent: that fails. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
