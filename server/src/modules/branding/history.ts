import { integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { changesFromTo } from '#/platform/merge-patch.ts'
import type { BrandDocument } from './brand.ts'

/** What differs between two documents, by the names of the wire. */
export type Changes = ReturnType<typeof changesFromTo>

/** The codec of the one row of `branding_drafts`. */
export const drafts = table('branding_drafts', {
  id: text,
  document: json<Partial<BrandDocument>>(),
  /** What was published when it was saved: what differs is what the draft changes. */
  base: json<Partial<BrandDocument>>(),
  updatedBy: text,
  updatedAt: integer,
})

/** What will be published, perhaps. */
export type Draft = EntityOf<typeof drafts>

/** The codec of `branding_versions`. */
export const versions = table('branding_versions', {
  version: integer,
  document: json<Partial<BrandDocument>>(),
  changes: json<Changes>(),
  restoredFrom: integerOrNull,
  createdBy: textOrNull,
  createdAt: integer,
})

/** The branding as it was published once. It never changes. */
export type BrandVersion = EntityOf<typeof versions>
