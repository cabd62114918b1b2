import { scrubText } from '#/platform/log/scrub.ts'

/** How far an operation is: of which part, and how many rows of it are done. */
export interface Progress {
  readonly step: string
  readonly rows?: number
}

/** How a failure is to be taken; the command line has an exit code for each. */
export type FailureKind = 'failed' | 'usage' | 'not_found' | 'conflict' | 'unreachable' | 'check_failed'

interface FailureDetails {
  readonly kind: FailureKind
  /** The stable word for it. */
  readonly code: string
  readonly why?: string | undefined
  /** The command, or the thing to do, that comes next. */
  readonly next?: string | undefined
}

/** Why an operation was not done: what, why, what to do next. */
export class MaintenanceFailure extends Error {
  readonly about: FailureDetails
  constructor(what: string, about: FailureDetails, options?: ErrorOptions) {
    super(what, options)
    this.about = about
  }
}

/** What the program tells whoever started it: a line of JSON each. The last one is a result or a failure. */
type Report =
  | { readonly progress: Progress }
  | { readonly note: string }
  | { readonly result: object }
  | { readonly failure: Omit<FailureDetails, 'kind'> & { readonly kind: FailureKind; readonly what: string } }

const PROGRESS_EVERY_MS = 100

/** Tells whoever started the program how it goes. */
export class Reports {
  readonly #write: (line: string) => void
  #step = ''
  #progressAt = -Infinity
  constructor(write: (line: string) => void) {
    this.#write = write
  }

  /** How far it is; not more often than somebody can read. */
  progress(progress: Progress): void {
    const now = performance.now()
    if (progress.step === this.#step && now - this.#progressAt < PROGRESS_EVERY_MS) return
    this.#step = progress.step
    this.#progressAt = now
    this.#tell({ progress })
  }

  /** A sentence for the person. */
  note(text: string): void {
    this.#tell({ note: text })
  }

  result(result: object): void {
    this.#tell({ result })
  }

  failure({ message, about: { kind, code, why, next } }: MaintenanceFailure): void {
    this.#tell({ failure: { what: scrubText(message), kind, code, why: why && scrubText(why), next } })
  }

  #tell(report: Report): void {
    this.#write(`${JSON.stringify(report)}\n`)
  }
}
