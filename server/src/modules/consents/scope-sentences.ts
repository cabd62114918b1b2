/** What a scope lets a client do, in words for the person who decides. */
export interface ScopeSentence {
  /** Whether the client can only look, or can change something; unknown words count as change. */
  readonly kind: 'read' | 'write'
  readonly sentence: string
}

const known: Readonly<Record<string, ScopeSentence>> = {
  openid: { kind: 'read', sentence: 'Know that you are the same person each time you sign in' },
  profile: { kind: 'read', sentence: 'See your name' },
  email: { kind: 'read', sentence: 'See your e-mail address' },
  offline_access: { kind: 'write', sentence: 'Keep acting for you while you are away' },
}

const VERBS: Readonly<Record<string, readonly [ScopeSentence['kind'], string]>> = {
  read: ['read', 'See your'],
  list: ['read', 'See your'],
  view: ['read', 'See your'],
  write: ['write', 'Create and change your'],
  create: ['write', 'Create your'],
  edit: ['write', 'Change your'],
  update: ['write', 'Change your'],
  delete: ['write', 'Delete your'],
  manage: ['write', 'See, create, change and delete your'],
  admin: ['write', 'See, create, change and delete your'],
}

// Words on both sides of one separator: `files:read`, `read:files`, `calendar.events.write`.
const WORDS = /^[a-z][a-z0-9_-]*(?:[.:/][a-z][a-z0-9_-]*)+$/i

/** The sentence for a scope. One we can't read is shown as it is and counted as a change: better too strict a look. */
export function describeScope(scope: string): ScopeSentence {
  return (Object.hasOwn(known, scope) ? known[scope] : undefined) ?? readWords(scope) ?? unreadable(scope)
}

function readWords(scope: string): ScopeSentence | undefined {
  if (!WORDS.test(scope)) return undefined
  const words = scope.split(/[.:/]/)
  const last = words.at(-1)?.toLowerCase() ?? ''
  const first = words[0]?.toLowerCase() ?? ''
  if (Object.hasOwn(VERBS, last)) return sentence(last, words.slice(0, -1))
  if (Object.hasOwn(VERBS, first)) return sentence(first, words.slice(1))
  return undefined
}

function sentence(verb: string, things: readonly string[]): ScopeSentence | undefined {
  const entry = VERBS[verb]
  if (!entry) return undefined
  const [kind, words] = entry
  return { kind, sentence: `${words} ${things.join(' ').replace(/[_-]/g, ' ')}` }
}

const unreadable = (scope: string): ScopeSentence => ({ kind: 'write', sentence: `Use the permission “${scope}”` })
