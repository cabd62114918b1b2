/** An event as the stream carries it: an audit entry in short. */
export interface LiveEvent {
  readonly id: string
  readonly sequence: number | null
  readonly action: string
  readonly actor_type: string
  readonly actor_id: string
  readonly target_type: string | null
  readonly target_id: string | null
  readonly status: 'success' | 'denied' | 'failure'
  readonly request_id: string | null
  readonly created_at: string
  readonly ids: Readonly<Record<string, string | number>>
}

/** Whether a name fits one of some globs, in which `*` stands for any text: `token.*`. */
export const fits = (globs: readonly string[], name: string): boolean =>
  globs.some((glob) => {
    const [head = '', ...rest] = glob.split('*')
    const tail = rest.pop()
    if (tail === undefined) return glob === name
    // The dashboard's own globs have one star.
    return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)
  })

/** One message of a stream. */
export interface Message {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** Takes a stream of server-sent events apart (HTML standard, §9.2.6), as far as this server writes it. */
export class Messages {
  #rest = ''

  /** The messages that a further piece of the stream completes. */
  take(piece: string): Message[] {
    const blocks = (this.#rest + piece).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => fieldOf(line)))
      const [id, data] = [fields.get('id'), fields.get('data')]
      return id === undefined && data === undefined
        ? []
        : [{ event: fields.get('event') ?? 'message', id, data: data ?? '' }]
    })
  }
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000

/** How long to wait before connecting again after so many failures in a row, somewhat at random so that not all come at once. */
export const waitAfter = (failures: number, random: number): number =>
  Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + random / 2)
