import { Type } from 'typebox'
import { MASK } from '#/platform/http/mask.ts'
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

export const ModeSchema = Type.Object({ mode: Type.Enum(['dev', 'production']) }, { $id: 'Mode' })

export const BootstrapStatusSchema = Type.Object({ bootstrapped: Type.Boolean() }, { $id: 'BootstrapStatus' })

export const FirstKeySchema = Type.Object({ key: Type.String() }, { $id: 'FirstKey' })
