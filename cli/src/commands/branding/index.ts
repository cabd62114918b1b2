import { pull } from './pull.ts'
import { push } from './push.ts'

/** Branding as a file. */
export const verbs = [pull, push]
