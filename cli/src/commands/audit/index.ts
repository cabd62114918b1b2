import { exportEntries } from './export.ts'
import { search } from './search.ts'
import { tail } from './tail.ts'
import { verify } from './verify.ts'

/** What can be done with the audit log besides reading a page of it. */
export const verbs = [tail, search, exportEntries, verify]
