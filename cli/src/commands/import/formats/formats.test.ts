import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { Format, FormatFlags } from '#/commands/import/format.ts'
import type { Entry } from '#/commands/import/person.ts'
import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { csv } from './csv.ts'
import { firebase } from './firebase.ts'
import { keycloak } from './keycloak.ts'
import { supabase } from './supabase.ts'

const BCRYPT = '$2b$10$vI8aWBnW3fID.ZQ4/zo1G.q1lRps.9cGLcZEiGDMVr5yUP1KUOYTa'
const NOW = Date.parse('2026-11-22T12:00:00Z')

async function read(format: Format, text: string, flags: FormatFlags = {}): Promise<Entry[]> {
  const entries: Entry[] = []
  const context = { flags, terminal: { input: Readable.from([]) }, now: () => NOW }
  for await (const entry of format.read(Readable.from([Buffer.from(text)]), context)) entries.push(entry)
  // As the server gets it: without members that are undefined.
  return JSON.parse(JSON.stringify(entries)) as Entry[]
}

describe('CSV', () => {
  test('has columns that are known by their usual names', async () => {
    const text = `E-mail,First name,Last name,Hash,Verified,Blocked,Plan,metadata.seats\nmaya@example.com,Maya,Lindqvist,${BCRYPT},yes,0,team,3\n`
    assert.deepEqual(await read(csv, text), [
      {
        position: 2,
        left: ['column plan'],
        person: {
          email: 'maya@example.com',
          name: 'Maya Lindqvist',
          password_hash: BCRYPT,
          email_verified: true,
          disabled: false,
          metadata: { seats: '3' },
        },
      },
    ])
  })

  test('has columns that --map gives a meaning, before those that are known', async () => {
    const text = 'login,email,plan\nmaya@example.com,not this,team\n'
    const [entry] = await read(csv, text, { map: ['login=email', 'Plan=tier'] })
    assert.deepEqual([entry?.person?.email, entry?.person?.tier], ['maya@example.com', 'team'])
    for (const field of ['system_role', 'constructor', ''])
      await assert.rejects(read(csv, text, { map: [`login=${field}`] }), /is no column=field/)
    await assert.rejects(read(csv, 'login\nx\n'), /No column is the address/)
  })

  test('says what is no truth and no JSON', async () => {
    const [entry] = await read(csv, 'email,verified,metadata\na@example.com,perhaps,"[1]"\n')
    assert.deepEqual(
      entry?.errors?.map(({ pointer }) => pointer),
      ['/email_verified', '/metadata'],
    )
  })
})

describe('Auth0', () => {
  const person = {
    user_id: 'auth0|5f1',
    email: 'maya@example.com',
    email_verified: true,
    name: 'maya@example.com',
    given_name: 'Maya',
    family_name: 'Lindqvist',
    blocked: true,
    user_metadata: { plan: 'team' },
    multifactor: ['guardian'],
  }
  const expected = {
    email: 'maya@example.com',
    name: 'Maya Lindqvist',
    email_verified: true,
    disabled: true,
    metadata: { auth0_id: 'auth0|5f1', user_metadata: { plan: 'team' } },
  }

  test('exports a person a line, and the hashes in another file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mandate-import-'))
    try {
      const passwords = path.join(folder, 'passwords.json')
      writeFileSync(passwords, `${JSON.stringify({ _id: { $oid: '5f1' }, email: 'x', passwordHash: BCRYPT })}\n`)
      const other = { user_id: 'google-oauth2|1', email: 'noor@example.com' }
      const found = await read(auth0, `${JSON.stringify(person)}\n${JSON.stringify(other)}\n`, { passwords })
      assert.deepEqual(found, [
        { position: 1, left: ['second factors'], person: { ...expected, password_hash: BCRYPT } },
        {
          position: 2,
          left: ['sign-in by providers'],
          person: {
            email: 'noor@example.com',
            email_verified: false,
            disabled: false,
            metadata: { auth0_id: 'google-oauth2|1' },
          },
        },
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('has the file of hashes, which is an export by itself', async () => {
    const line = { _id: { $oid: '5f1' }, email: 'maya@example.com', email_verified: true, passwordHash: BCRYPT }
    const [entry] = await read(auth0, JSON.stringify(line))
    assert.deepEqual([entry?.person?.password_hash, entry?.person?.metadata], [BCRYPT, { auth0_id: 'auth0|5f1' }])
  })
})

describe('Clerk', () => {
  test('exports a table', async () => {
    const text = `id,first_name,last_name,username,primary_email_address,verified_email_addresses,totp_secret,password_digest,password_hasher\nuser_1,Maya,Lindqvist,,maya@example.com,"a@example.com, maya@example.com",SECRET,${BCRYPT},bcrypt\n`
    assert.deepEqual(await read(clerk, text), [
      {
        position: 2,
        left: ['second factors'],
        person: {
          email: 'maya@example.com',
          name: 'Maya Lindqvist',
          password_hash: BCRYPT,
          email_verified: true,
          metadata: { clerk_id: 'user_1' },
        },
      },
    ])
  })

  test('has people as JSON, and digests of Django and Firebase', async () => {
    const addresses = [
      { id: 'idn_1', email_address: 'old@example.com', verification: { status: 'verified' } },
      { id: 'idn_2', email_address: 'maya@example.com', verification: { status: 'unverified' } },
    ]
    const person = { id: 'user_1', email_addresses: addresses, primary_email_address_id: 'idn_2', banned: true }
    const django = { password_hasher: 'pbkdf2_sha256', password_digest: 'pbkdf2_sha256$600000$salt$aGFzaA==' }
    const stream = { password_hasher: 'scrypt_firebase', password_digest: 'AAAA$c2FsdA==$/////w==$Bw==$8$14' }
    const found = await read(
      clerk,
      JSON.stringify([
        { ...person, ...django },
        { ...person, ...stream },
      ]),
    )
    assert.deepEqual(
      found.map(({ person: one }) => [one?.email, one?.email_verified, one?.disabled, one?.password_hash]),
      [
        ['maya@example.com', false, true, '$pbkdf2-sha256$i=600000$c2FsdA==$aGFzaA=='],
        ['maya@example.com', false, true, '$firebase-scrypt$ln=14,r=8$c2FsdAc=$////'],
      ],
    )
  })
})

describe('Keycloak', () => {
  const credential = (algorithm: string, hashIterations: number, additionalParameters = {}) => ({
    type: 'password',
    secretData: JSON.stringify({ value: 'aGFzaA==', salt: 'c2FsdA==' }),
    credentialData: JSON.stringify({ algorithm, hashIterations, additionalParameters }),
  })
  const user = {
    id: 'k-1',
    username: 'maya',
    email: 'maya@example.com',
    emailVerified: true,
    enabled: true,
    firstName: 'Maya',
  }
  const realm = (...users: unknown[]): string => JSON.stringify({ realm: 'acme', users }, null, 2)

  test('exports a realm, whose credentials name their algorithm', async () => {
    const argon2 = { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] }
    const kinds = [credential('pbkdf2-sha256', 27_500), credential('pbkdf2', 20_000), credential('argon2', 5, argon2)]
    const found = await read(keycloak, realm(...kinds.map((each) => ({ ...user, credentials: [each] }))))
    assert.deepEqual(
      found.map(({ person }) => person?.password_hash),
      [
        '$pbkdf2-sha256$i=27500$c2FsdA$aGFzaA',
        '$pbkdf2-sha1$i=20000$c2FsdA$aGFzaA',
        '$argon2id$v=19$m=7168,t=5,p=1$c2FsdA$aGFzaA',
      ],
    )
    assert.deepEqual(found[0]?.person?.metadata, { keycloak_id: 'k-1', keycloak_username: 'maya' })
    assert.equal(found[0]?.person?.email_verified, true)
  })

  test('leaves groups, roles and other credentials behind, and says so', async () => {
    const credentials = [credential('pbkdf2-sha512', 210_000), { type: 'otp' }]
    const requiredActions = ['CONFIGURE_TOTP', 'VERIFY_EMAIL']
    const more = { groups: ['/staff'], realmRoles: ['admin'], clientRoles: { x: ['y'] }, requiredActions }
    const [entry] = await read(keycloak, realm({ ...user, ...more, credentials }))
    assert.deepEqual(entry?.left, [
      'groups',
      'roles',
      'roles of clients',
      'credentials: otp',
      'required action CONFIGURE_TOTP',
    ])
    assert.equal(entry?.person?.email_verified, false, 'the address has to be proven there, too')
    assert.deepEqual(Object.keys(entry?.person ?? {}).includes('system_role'), false)
  })

  test('keeps a password that has to be changed to itself, and clients are no people', async () => {
    const credentials = [credential('pbkdf2-sha512', 210_000)]
    const found = await read(
      keycloak,
      realm(
        { ...user, credentials, requiredActions: ['UPDATE_PASSWORD'], enabled: false },
        { username: 'service-account-x', serviceAccountClientId: 'x' },
      ),
    )
    assert.deepEqual([found[0]?.person?.password_hash, found[0]?.person?.disabled], [undefined, true])
    assert.deepEqual(found[0]?.left, ['required action UPDATE_PASSWORD'])
    assert.equal(found[1]?.skipped, 'is the account of a client')
  })
})

describe('Supabase', () => {
  const header =
    'id,email,encrypted_password,email_confirmed_at,banned_until,deleted_at,is_anonymous,raw_user_meta_data'

  test('exports a table, whose JSON is text', async () => {
    const meta = '"{""full_name"": ""Maya Lindqvist""}"'
    const rows = [
      `1,maya@example.com,${BCRYPT},2026-01-01 10:00:00+00,2026-12-01T00:00:00Z,,f,${meta}`,
      `2,noor@example.com,${BCRYPT},,2026-10-01T00:00:00Z,,f,`,
      '3,gone@example.com,,,,2026-01-01,f,',
      '4,,,,,,t,',
    ]
    const found = await read(supabase, [header, ...rows].join('\n'))
    assert.deepEqual(found[0]?.person, {
      email: 'maya@example.com',
      name: 'Maya Lindqvist',
      password_hash: BCRYPT,
      email_verified: true,
      disabled: true,
      metadata: { supabase_id: '1', user_metadata: { full_name: 'Maya Lindqvist' } },
    })
    assert.deepEqual([found[1]?.person?.email_verified, found[1]?.person?.disabled], [false, false])
    assert.deepEqual(
      found.slice(2).map(({ skipped }) => skipped),
      ['was deleted there', 'is an anonymous user'],
    )
  })

  test('has people as JSON, some of whom came from Firebase before', async () => {
    const encrypted_password = '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=/////w==$c2FsdA==$AAAA'
    const [entry] = await read(supabase, JSON.stringify([{ id: '1', email: 'maya@example.com', encrypted_password }]))
    assert.equal(entry?.person?.password_hash, '$firebase-scrypt$ln=14,r=8$c2FsdAc=$////')
  })
})

describe('Firebase', () => {
  const flags = { signerKey: '/////w==', saltSeparator: 'Bw==', rounds: '8', memCost: '14' }
  const user = { localId: 'f1', email: 'maya@example.com', emailVerified: true, displayName: 'Maya', disabled: true }
  const hashed = { ...user, passwordHash: 'AAAA', salt: 'c2FsdA==', customAttributes: '{"plan":"team"}' }

  test('exports people as JSON, and the signer key stays here', async () => {
    const found = await read(firebase, JSON.stringify({ users: [{ ...hashed, providerUserInfo: [{}] }] }), flags)
    assert.deepEqual(found, [
      {
        position: 1,
        left: ['sign-in by providers'],
        person: {
          email: 'maya@example.com',
          name: 'Maya',
          password_hash: '$firebase-scrypt$ln=14,r=8$c2FsdAc=$////',
          email_verified: true,
          disabled: true,
          metadata: { firebase_id: 'f1', custom_claims: { plan: 'team' } },
        },
      },
    ])
  })

  test('asks for the signer key where there are passwords, and for all of it', async () => {
    const text = JSON.stringify({ users: [hashed] })
    await assert.rejects(read(firebase, text, { ...flags, signerKey: undefined }), /signer key/)
    await assert.rejects(read(firebase, text, { ...flags, signerKey: 'AA==' }), /shorter/)
    await assert.rejects(read(firebase, text, { ...flags, rounds: 'many' }), /whole number/)
    const none = await read(firebase, JSON.stringify({ users: [user] }), { ...flags, signerKey: undefined })
    assert.equal(none[0]?.person?.password_hash, undefined)
  })
})
