/** The languages mail is written in: those of the pages. */
export { locales } from '#/ui/i18n/index.ts'
export type { Locale } from '#/ui/i18n/index.ts'

/** What can change about a person's second factor. */
export const mfaChanges = ['enabled', 'disabled', 'recovery_codes_replaced', 'recovery_code_used'] as const
export type MfaChange = (typeof mfaChanges)[number]

/**
 * How a variable is handed over, all as text: `text` as it is shown, `link` an address of this server, `minutes` a whole
 * number, `time` ISO 8601, `mfa_change` one of its words. The last three are put into words in the reader's language.
 */
export type VariableKind = 'text' | 'link' | 'minutes' | 'time' | 'mfa_change'

/**
 * What share of the mail of a day a message comes out of. `newcomers` is what strangers have us send, by signing up or by
 * inviting: it has half the day at most, and its own place in the queue. `people` is what somebody with an account waits
 * for, and has the rest.
 */
export const mailBudgets = ['people', 'newcomers'] as const
export type MailBudget = (typeof mailBudgets)[number]

interface TemplateKind {
  /** `asked`: anyone can make the server send it by a form. `notice`: it tells what happened. */
  readonly cause: 'asked' | 'notice'
  /** The budget of such a message; `people` when not given. */
  readonly budget?: MailBudget
  readonly variables: Readonly<Record<string, VariableKind>>
}

/** Every kind of mail, with the variables that it is given and its template may use. */
export const templateKinds = {
  verify: { cause: 'asked', variables: { name: 'text', link: 'link', expires_in: 'minutes' } },
  reset: { cause: 'asked', variables: { name: 'text', link: 'link', expires_in: 'minutes' } },
  magic_link: { cause: 'asked', variables: { name: 'text', link: 'link', expires_in: 'minutes' } },
  invitation: {
    cause: 'asked',
    budget: 'newcomers',
    variables: { inviter: 'text', organization: 'text', link: 'link', expires_in: 'minutes' },
  },
  welcome: { cause: 'notice', budget: 'newcomers', variables: { name: 'text', link: 'link' } },
  new_sign_in: {
    cause: 'notice',
    variables: { name: 'text', device: 'text', place: 'text', time: 'time', link: 'link' },
  },
  password_changed: { cause: 'notice', variables: { name: 'text', time: 'time', link: 'link' } },
  email_changed: { cause: 'notice', variables: { name: 'text', new_email: 'text', time: 'time', link: 'link' } },
  mfa_changed: { cause: 'notice', variables: { name: 'text', change: 'mfa_change', time: 'time', link: 'link' } },
  passkey_added: { cause: 'notice', variables: { name: 'text', passkey: 'text', time: 'time', link: 'link' } },
  account_linked: { cause: 'notice', variables: { name: 'text', provider: 'text', time: 'time', link: 'link' } },
  operator_changed: {
    cause: 'notice',
    variables: { name: 'text', person: 'text', before: 'text', after: 'text', time: 'time', link: 'link' },
  },
  webhook_disabled: {
    cause: 'notice',
    variables: { name: 'text', webhook: 'text', time: 'time', link: 'link' },
  },
  account_deleted: { cause: 'notice', variables: { name: 'text', time: 'time' } },
} as const satisfies Record<string, TemplateKind>

export type TemplateName = keyof typeof templateKinds

export const templateNames = Object.keys(templateKinds) as TemplateName[]

export const isTemplateName = (text: string): text is TemplateName => Object.hasOwn(templateKinds, text)

type Given<K> = K extends 'mfa_change' ? MfaChange : string

/** The variables that one kind of mail is given. */
export type VariablesOf<T extends TemplateName> = {
  readonly [K in keyof (typeof templateKinds)[T]['variables']]: Given<(typeof templateKinds)[T]['variables'][K]>
}

type Kinds = Readonly<Record<string, VariableKind>>

/** The variables of a template with their kinds, as whoever queues it hands them over. */
export const variableKinds = (template: TemplateName): Kinds => templateKinds[template].variables

/** What every template may use besides its own. */
export const commonVariables: Kinds = { product_name: 'text', email: 'text' }

/** Every variable a template may use. */
export const usableVariables = (template: TemplateName): Kinds => ({ ...variableKinds(template), ...commonVariables })

/** The variables that a template is of no use without: the link that somebody asked to be sent. */
export const neededVariables = (template: TemplateName): string[] =>
  templateKinds[template].cause === 'notice'
    ? []
    : Object.entries(variableKinds(template)).flatMap(([name, kind]) => (kind === 'link' ? [name] : []))

/** The budget that messages of a template come out of unless whoever queues one says another. */
export const budgetOf = (template: TemplateName): MailBudget => {
  const kind: TemplateKind = templateKinds[template]
  return kind.budget ?? 'people'
}
