import { Type } from 'typebox'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { SettingsSchema } from './setting-keys.ts'
import type { TSchema } from 'typebox'

const nullable = Object.fromEntries(
  Object.entries<TSchema>(SettingsSchema.properties).map(([key, schema]) => [
    key,
    Type.Optional(Type.Union([schema, Type.Null()])),
  ]),
)

/** A merge patch of settings; null goes back to the default. */
export const SettingsPatchSchema = Type.Object(
  {
    ...nullable,
    'oauth.registration_token': Type.Optional(
      Type.Union([Type.String({ minLength: 16, maxLength: 256 }), Type.Literal(MASK), Type.Null()]),
    ),
  },
  { $id: 'SettingsPatch' },
)

const Mode = Type.Enum(['dev', 'production'])

export const ModeSchema = Type.Object({ mode: Mode }, { $id: 'Mode' })

export const SwapModeSchema = Type.Object(
  {
    mode: Type.Optional(
      Type.Enum(['dev', 'production'], {
        description: 'The mode to switch to; by default the other one. A script that may run twice should name it.',
      }),
    ),
  },
  { $id: 'SwapMode' },
)

export const SwappedModeSchema = Type.Object(
  {
    mode: Mode,
    previous_mode: Mode,
    drained: Type.Boolean({
      description: 'False when a request took longer than the 5 seconds the swap waits, and may have seen both modes.',
    }),
  },
  { $id: 'SwappedMode' },
)

export const ResetSchema = Type.Object(
  { confirm: Type.Literal('RESET', { description: 'This very word, so that nobody does it by mistake.' }) },
  { $id: 'Reset' },
)

export const ResetDoneSchema = Type.Object(
  {
    sessions: Type.Integer({ description: 'How many were wiped.' }),
    tokens: Type.Integer(),
    audit_logs: Type.Integer(),
    marker: Type.Integer({ description: 'The number of the signed marker; `audit-logs/verify` lists it.' }),
    audit_event_id: Type.String({ description: 'The one entry the log has now.' }),
  },
  { $id: 'ResetDone' },
)

export const BootstrapStatusSchema = Type.Object({ bootstrapped: Type.Boolean() }, { $id: 'BootstrapStatus' })

export const FirstKeySchema = Type.Object({ key: Type.String() }, { $id: 'FirstKey' })

export const HealthReportSchema = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], { description: 'Degraded: the server responds, but no key signs tokens.' }),
    version: Type.String(),
    uptime_seconds: Type.Integer({ description: 'Of the process that responded.' }),
    db: Type.Object({
      driver: Type.Enum(['sqlite', 'postgres']),
      size_mb: Type.Number(),
      status: Type.Literal('ok', { description: 'A database that does not respond is a 503.' }),
    }),
    migrations: Type.Object({ current: Type.Integer(), name: Type.String() }),
    jwt: Type.Object({
      mode: Type.Literal('jwt'),
      algorithm: Type.Literal('ES256'),
      active_keys: Type.Integer(),
    }),
    master_key: Type.Object({
      id: Type.String({ description: 'Names the current master key, and tells nothing about it.' }),
      waiting: Type.Integer({
        description: 'How many data keys another master key still wraps; with 0 earlier ones may be thrown away.',
      }),
    }),
    smtp: Type.Object({
      tier: Type.String({ description: '`dev` keeps messages in the inbox of this server; `smtp` sends them.' }),
      configured: Type.Boolean(),
      sent_today: Type.Integer(),
      daily_limit: Type.Integer(),
    }),
    oauth_providers: Type.Array(Type.String(), { description: 'Providers people may sign in with, by name.' }),
    sso_connections: Type.Integer({ description: 'For single sign-on, also those that are turned off.' }),
    warnings: Type.Array(
      Type.Object({
        code: Type.Enum([
          'dev_mode_exposed',
          'proxy_not_listed',
          'operators_without_second_factor',
          'mail_not_sent',
          'pkce_waived',
        ]),
        message: Type.String({ description: 'What to change.' }),
      }),
      {
        description:
          'What is careless about a server that other machines can reach or that is in production, as the process that responded sees it.',
      },
    ),
  },
  { $id: 'HealthReport' },
)
