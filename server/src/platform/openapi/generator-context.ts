import type { Components } from './components.ts'
import type { ErrorExamples } from './error-examples.ts'
import type { Examples } from './examples.ts'

/** What the parts of the document are written with. */
export interface Writing {
  readonly components: Components
  readonly examples: Examples
  readonly errors: ErrorExamples
  readonly parameters: Readonly<Record<string, string>>
}
