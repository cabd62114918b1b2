import { Type } from 'typebox'

/** How many people one request brings: what keeps it short. */
const MAX_PEOPLE = 500

/** A person of another system. What is wrong with one of them is told with their outcome, and keeps nobody else out. */
const ImportedPersonSchema = Type.Object({
  email: Type.String(),
  name: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
  password_hash: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'As the other system kept it: bcrypt ($2a$, $2b$, $2y$), $argon2id$, $argon2i$, $pbkdf2-sha256$ (sha1, sha512), $scrypt$, $firebase-scrypt$, {SSHA}, {SSHA256}, {SSHA512}. It is replaced by one of ours at the next sign-in.',
    }),
  ),
  email_verified: Type.Optional(Type.Boolean({ description: 'Counts only with trust_email_verified.' })),
  disabled: Type.Optional(Type.Boolean({ description: 'Whether sign-in is stopped from the start.' })),
  tier: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'At most 16 KiB as JSON.' })),
})

export const ImportBody = Type.Object({
  users: Type.Array(ImportedPersonSchema, { minItems: 1, maxItems: MAX_PEOPLE }),
  trust_email_verified: Type.Optional(
    Type.Boolean({ description: 'Takes email_verified as the other system has it. Without it nobody is verified.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would become of each, and change nothing.' })),
})

export const ImportedSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: Type.Integer({ description: 'With dry_run: who would be.' }),
    existing: Type.Integer({ description: 'Who have this address already, and stay as they are.' }),
    refused: Type.Integer(),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Where in users, from 0.' }),
        outcome: Type.Enum(['created', 'exists', 'refused']),
        id: Type.Union([Type.String(), Type.Null()], { description: 'The user; null for whoever is none.' }),
        errors: Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }), {
          description: 'What is wrong with whom is refused.',
        }),
      }),
      { description: 'One for each of users, in their order.' },
    ),
  },
  { $id: 'ImportedUsers' },
)
