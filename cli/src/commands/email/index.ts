import { preview } from './preview.ts'
import { test } from './test.ts'

/** What can be done with mail besides its templates. */
export const verbs = [preview, test]
