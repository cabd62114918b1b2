import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

/** What a scope lets a client do, in words for the person who decides. */
export interface ScopeSentence {
  /** Whether the client can only look, or can change something; unknown words count as change. */
  readonly kind: 'read' | 'write'
  readonly sentence: string
}

type Verb = 'see' | 'write' | 'create' | 'change' | 'delete' | 'manage'

const texts = words({
  en: {
    openid: 'Know that you are the same person each time you sign in',
    profile: 'See your name',
    email: 'See your e-mail address',
    offline_access: 'Keep acting for you while you are away',
    'vault:read': 'Get the tokens of the accounts you choose, and act there as you',
    'vault:use': 'Act as you in the accounts you choose, without getting their tokens',
    see: (things: string) => `See your ${things}`,
    write: (things: string) => `Create and change your ${things}`,
    create: (things: string) => `Create your ${things}`,
    change: (things: string) => `Change your ${things}`,
    delete: (things: string) => `Delete your ${things}`,
    manage: (things: string) => `See, create, change and delete your ${things}`,
    unreadable: (scope: string) => `Use the permission “${scope}”`,
  },
  // What the words of a scope mean is not ours to translate: they are quoted.
  es: {
    openid: 'Saber que eres la misma persona cada vez que entras',
    profile: 'Ver tu nombre',
    email: 'Ver tu dirección de correo',
    offline_access: 'Seguir actuando en tu nombre cuando no estás',
    'vault:read': 'Obtener los tokens de las cuentas que elijas y actuar allí como tú',
    'vault:use': 'Actuar como tú en las cuentas que elijas, sin obtener sus tokens',
    see: (things) => `Ver tus datos de «${things}»`,
    write: (things) => `Crear y cambiar tus datos de «${things}»`,
    create: (things) => `Crear datos tuyos de «${things}»`,
    change: (things) => `Cambiar tus datos de «${things}»`,
    delete: (things) => `Borrar tus datos de «${things}»`,
    manage: (things) => `Ver, crear, cambiar y borrar tus datos de «${things}»`,
    unreadable: (scope) => `Usar el permiso «${scope}»`,
  },
})

const KNOWN = {
  openid: 'read',
  profile: 'read',
  email: 'read',
  offline_access: 'write',
  'vault:read': 'write',
  'vault:use': 'write',
} as const

const VERBS: Readonly<Record<string, readonly [ScopeSentence['kind'], Verb]>> = {
  read: ['read', 'see'],
  list: ['read', 'see'],
  view: ['read', 'see'],
  write: ['write', 'write'],
  create: ['write', 'create'],
  edit: ['write', 'change'],
  update: ['write', 'change'],
  delete: ['write', 'delete'],
  manage: ['write', 'manage'],
  admin: ['write', 'manage'],
}

// Words on both sides of one separator: `files:read`, `read:files`, `calendar.events.write`.
const WORDS = /^[a-z][a-z0-9_-]*(?:[.:/][a-z][a-z0-9_-]*)+$/i

/** The sentence for a scope. One we can't read is shown as it is and counted as a change: better too strict a look. */
export function describeScope(scope: string, locale: Locale): ScopeSentence {
  if (isKnown(scope)) return { kind: KNOWN[scope], sentence: texts(locale)[scope] }
  return readWords(scope, locale) ?? { kind: 'write', sentence: texts(locale).unreadable(scope) }
}

const isKnown = (scope: string): scope is keyof typeof KNOWN => Object.hasOwn(KNOWN, scope)

function readWords(scope: string, locale: Locale): ScopeSentence | undefined {
  if (!WORDS.test(scope)) return undefined
  const parts = scope.split(/[.:/]/)
  const last = parts.at(-1)?.toLowerCase() ?? ''
  const first = parts[0]?.toLowerCase() ?? ''
  if (Object.hasOwn(VERBS, last)) return sentence(last, parts.slice(0, -1), locale)
  if (Object.hasOwn(VERBS, first)) return sentence(first, parts.slice(1), locale)
  return undefined
}

function sentence(word: string, things: readonly string[], locale: Locale): ScopeSentence | undefined {
  const entry = VERBS[word]
  if (!entry) return undefined
  const [kind, verb] = entry
  return { kind, sentence: texts(locale)[verb](things.join(' ').replace(/[_-]/g, ' ')) }
}
