import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import type { Condition } from './condition-types.ts'

/** What may be asked of a webhook step, and of the pages that show what it says. */
export const MAX_MESSAGE = 300
export const METADATA_KEY = '^[a-z][a-z0-9_]{0,49}$'

const Message = Type.String({ minLength: 1, maxLength: MAX_MESSAGE, description: 'What the person reads.' })
const Url = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description })
/** Conditions and steps are checked one by one, which names the place of what is wrong. */
const ConditionData = Type.Record(Type.String(), Type.Unknown(), { description: 'A condition; {} always holds.' })
const StepList = (description: string) =>
  Type.Array(
    Type.Object(
      { type: Type.String(), config: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
      { additionalProperties: true },
    ),
    {
      maxItems: 30,
      description,
    },
  )

interface StepKind {
  readonly description: string
  readonly config: TObject
}

/** Every step there is: what it does, and what it takes. */
export const stepKinds = {
  require_email_verification: {
    description: 'Waits until the person proved their e-mail address.',
    config: Type.Object({}),
  },
  require_mfa_enrollment: {
    description: 'Waits until the person has a second factor. A passkey that was just presented is one.',
    config: Type.Object({}),
  },
  require_mfa_challenge: {
    description: 'Waits until the person presented a second factor; whoever has none sets one up first.',
    config: Type.Object({
      always: Type.Optional(
        Type.Boolean({ description: 'Asks for one more even when the sign-in presented one, as a passkey does.' }),
      ),
    }),
  },
  require_password_strength: {
    description:
      'Waits for a better password when the one that was typed is too short, common, or made of what is known of the person. Where none was typed it does nothing.',
    config: Type.Object({
      min_length: Type.Optional(
        Type.Integer({
          minimum: 8,
          maximum: 128,
          default: 12,
          description: 'In characters; the setting `password.min_length` holds besides.',
        }),
      ),
    }),
  },
  redirect: {
    description:
      'Leads the person to a page of yours, which leads them back to its parameter return_to. That they came back says nothing of what they did there: ask by a webhook step.',
    config: Type.Object({ url: Url('Of an origin in the setting `flows.redirect_origins`.') }),
  },
  webhook: {
    description: 'Asks a server of yours, signed as webhooks are. What it responds allows, denies or sets metadata.',
    config: Type.Object({
      url: Url('Where it is asked: https, or a host of the setting `outbound.allowed_hosts`.'),
      timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 10_000, default: 5000 })),
    }),
  },
  set_metadata: {
    description: 'Notes something in the metadata of the user, below its member flows.',
    config: Type.Object({
      key: Type.String({ pattern: METADATA_KEY }),
      value: Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()], {
        description: 'Null takes it away.',
      }),
    }),
  },
  assign_role: {
    description: 'Gives the user a role, once their address is proven. None that runs this server.',
    config: Type.Object({ role_id: Type.String({ maxLength: 60 }) }),
  },
  add_to_org: {
    description: 'Makes the user a member of an organization, once their address is proven.',
    config: Type.Object({
      organization_id: Type.String({ maxLength: 60 }),
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 60, default: 'member', description: 'Not owner.' })),
    }),
  },
  custom_check: {
    description: 'Lets on whoever meets a condition, and tells everybody else why not.',
    config: Type.Object({ condition: ConditionData, message: Message }),
  },
  delay: {
    description: 'Waits a moment.',
    config: Type.Object({ seconds: Type.Number({ exclusiveMinimum: 0, maximum: 5 }) }),
  },
  conditional: {
    description: 'Goes one way or the other.',
    config: Type.Object({
      condition: ConditionData,
      then: StepList('What happens when the condition holds.'),
      else: Type.Optional(StepList('What happens otherwise; nothing when not given.')),
    }),
  },
} as const satisfies Record<string, StepKind>

export type StepType = keyof typeof stepKinds
export const stepTypes = Object.keys(stepKinds) as StepType[]

/** What happens when a step breaks: the sign-in ends, or goes on without it. */
export const errorChoices = ['deny', 'continue'] as const
export type OnError = (typeof errorChoices)[number]

/** Configs whose own members are conditions and steps. */
interface Nested {
  custom_check: { readonly condition: Condition; readonly message: string }
  conditional: { readonly condition: Condition; readonly then: readonly Step[]; readonly else?: readonly Step[] }
}

export type ConfigOf<T extends StepType> = T extends keyof Nested ? Nested[T] : Static<(typeof stepKinds)[T]['config']>

/** A step as it is saved. */
export type Step = {
  readonly [T in StepType]: { readonly type: T; readonly config: ConfigOf<T>; readonly on_error?: OnError }
}[StepType]

/** A step of one type. */
export type StepOf<T extends StepType> = Extract<Step, { type: T }>
/** Every step but the one that only chooses a way. */
export type PlainStep = Exclude<Step, { type: 'conditional' }>

/** What a step takes to save: whoever may not do that themselves does not do it by a flow. */
export const scopesOfSteps: { readonly [T in StepType]?: string } = {
  webhook: 'users:read',
  set_metadata: 'users:write',
  assign_role: 'roles:write',
  add_to_org: 'organizations:write',
}
