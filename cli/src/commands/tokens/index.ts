import { decode } from './decode.ts'
import { introspect } from './introspect.ts'
import { revoke } from './revoke.ts'

/** What can be done with tokens: looked at, asked about, ended. */
export const verbs = [decode, introspect, revoke]
