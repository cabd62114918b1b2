import { listen } from './listen.ts'
import { replay } from './replay.ts'

/** What can be done with webhooks besides what the API has an operation for. */
export const verbs = [listen, replay]
