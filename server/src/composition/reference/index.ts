/** What the reference says beyond the routes: words for its groups and parameters, values for its examples. */
import { samples } from './samples.ts'
import { parameterWords, tagWords } from './words.ts'

/** Goes to the reference with the routes. */
export const referenceWords = { tags: tagWords, parameters: parameterWords, samples }
