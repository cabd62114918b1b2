import { button, choice, field, html } from '#/ui/index.ts'
import { isKeyScope } from '#/modules/api-keys/index.ts'
import { incomplete } from '#/pages/shared/form-errors.ts'
import { apiKeyWords } from './words/api-keys.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Where keys are listed and made. */
export const API_KEYS = '/account/api-keys'

/** The fields of the form that makes a key. */
export const KEY_FIELDS = ['name', 'access', 'scopes', 'life']

type Fields = Readonly<Record<string, string>>

/** What a form asks for. */
interface AskedKey {
  readonly name: string
  readonly scopes: string[]
  readonly lifeMs: number | null
}

const DAY_MS = 86_400_000
const LIVES: Readonly<Record<string, number | null>> = { month: 30 * DAY_MS, year: 365 * DAY_MS, forever: null }

/** The form that makes a key, with what was typed into it. */
export function keyForm(page: PageContext, { session }: SessionPrincipal, typed: Fields, failure?: Failure): Html {
  const words = apiKeyWords(page.locale)
  const { errors = {} } = failure ?? {}
  const { access = 'all', life = 'year', name = words.nameSample } = typed
  return page.form({
    action: `${API_KEYS}${page.purpose.query}`,
    session,
    body: html`${field({ name: 'name', label: words.name, autocomplete: 'off', value: name, maxlength: 100, error: errors['name'] })}
      ${choice({
        name: 'access',
        label: words.access,
        chosen: access,
        options: { all: words.all, chosen: words.chosen },
      })}
      ${field({
        name: 'scopes',
        label: words.scopes,
        autocomplete: 'off',
        optional: words.optional,
        value: typed['scopes'],
        hint: words.scopesHint,
        error: errors['scopes'],
      })}
      ${choice({
        name: 'life',
        label: words.life,
        chosen: life,
        options: { month: words.month, year: words.year, forever: words.forever },
      })}
      <div class="panel-actions">${button(words.create)}</div>`,
  })
}

/** What the form asks for; or why it can't be read. */
export function askedKey(fields: Fields, locale: Locale): AskedKey | { readonly failure: Failure } {
  const words = apiKeyWords(locale)
  const { name, access = 'all', life = 'year' } = fields
  const scopes = scopesOf(access, fields['scopes'] ?? '')
  const wrong = scopes.find((scope) => !isKeyScope(scope))
  const errors = {
    ...(name === undefined && { name: words.askName }),
    ...(scopes.length === 0 && { scopes: words.askScopes }),
    ...(wrong !== undefined && { scopes: words.wrongScopes(wrong.slice(0, 60)) }),
  }
  if (name === undefined || Object.keys(errors).length > 0) return { failure: incomplete(errors) }
  return { name: name.slice(0, 100), scopes, lifeMs: lifeOf(life) }
}

/** A life that nobody offers is the shortest. */
const lifeOf = (life: string): number | null => (Object.hasOwn(LIVES, life) ? (LIVES[life] ?? null) : 30 * DAY_MS)

/** An access that nobody offers gives nothing. */
function scopesOf(access: string, typed: string): string[] {
  if (access === 'all') return ['*']
  return [...new Set(typed.split(/[\s,]+/).filter((scope) => scope !== ''))].slice(0, 50)
}
