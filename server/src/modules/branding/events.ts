import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const Changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }))

export const brandingUpdated = eventType(
  'branding.updated',
  'Name, colours, fonts or links of the hosted pages were changed.',
  Type.Object({ changes: Changes }),
)

export const designTokensUpdated = eventType(
  'branding.design_tokens_updated',
  'The fine print of the look of the hosted pages was changed.',
  Type.Object({ changes: Changes }),
)

const LogoName = Type.Union([Type.String(), Type.Null()], { description: 'The name made from its bytes.' })

export const logoChanged = eventType(
  'branding.logo_changed',
  'A logo was uploaded.',
  Type.Object({ from: LogoName, to: Type.String(), type: Type.String(), size: Type.Integer() }),
)

export const logoDeleted = eventType(
  'branding.logo_deleted',
  'The logo was removed, with those before it.',
  Type.Object({ from: LogoName }),
)

/** What this module tells. */
export const brandingEvents = [brandingUpdated, designTokensUpdated, logoChanged, logoDeleted]
