import type { Format } from '#/commands/import/format.ts'
import { isMembers, leftOf, membersOf, metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry, Members } from '#/commands/import/person.ts'
import { objectsOf } from '#/commands/import/read/objects.ts'
import type { Found } from '#/commands/import/read/objects.ts'

/** A realm of Keycloak, or one of the files of users that `kc.sh export --dir` writes. */
export const keycloak: Format = {
  name: 'keycloak',
  about: 'a realm of Keycloak, as JSON',
  options: [],
  async *read(input) {
    for await (const found of objectsOf(input)) yield entryOf(found)
  },
}

function entryOf({ position, value }: Found): Entry {
  if (textOf(value['serviceAccountClientId']) !== undefined) return { position, skipped: 'is the account of a client' }
  const email = textOf(value['email']) ?? ''
  const credentials = [value['credentials']].flat().filter(isMembers)
  const actions = [value['requiredActions']].flat().map(String)
  const password = credentials.find(({ type }) => type === 'password')
  // A password that has to be changed opens nothing there; here nobody has to, so it does not come along.
  const mustChange = actions.includes('UPDATE_PASSWORD')
  const others = credentials
    .filter((credential) => credential !== password)
    .map(({ type }) => `credentials: ${String(type)}`)
  const owed = actions.filter((action) => action !== 'undefined' && action !== 'VERIFY_EMAIL')
  const left = [
    ...leftOf(value, {
      groups: 'groups',
      realmRoles: 'roles',
      clientRoles: 'roles of clients',
      federatedIdentities: 'sign-in by providers',
    }),
    ...others,
    ...owed.map((action) => `required action ${action}`),
  ]
  const hash = password === undefined || mustChange ? undefined : hashOf(password)
  return {
    position,
    left: [...new Set(left)],
    person: {
      email,
      name: nameOf(email, value['firstName'], value['lastName']),
      password_hash: hash,
      email_verified: value['emailVerified'] === true && !actions.includes('VERIFY_EMAIL'),
      disabled: value['enabled'] === false,
      metadata: metadataOf({
        keycloak_id: value['id'],
        keycloak_username: value['username'] === email ? undefined : value['username'],
        attributes: value['attributes'],
      }),
    },
  }
}

const PBKDF2: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}

/** The credential as the server takes it; of an algorithm that nobody knows here its name, so that the server says so. */
function hashOf(credential: Members): string {
  const [data, secret] = [membersOf(credential['credentialData']), membersOf(credential['secretData'])]
  // Before Keycloak 8 both were members of the credential itself.
  const algorithm = String(data['algorithm'] ?? credential['algorithm'])
  const iterations = Number(data['hashIterations'] ?? credential['hashIterations'])
  const salt = unpadded(secret['salt'] ?? credential['salt'])
  const value = unpadded(secret['value'] ?? credential['hashedSaltedValue'])
  const digest = PBKDF2[algorithm]
  if (digest !== undefined) return `$pbkdf2-${digest}$i=${iterations}$${salt}$${value}`
  if (algorithm !== 'argon2') return algorithm
  const parameter = (name: string, otherwise: string): string =>
    String([membersOf(data['additionalParameters'])[name]].flat()[0] ?? otherwise)
  const version = parameter('version', '1.3') === '1.3' ? 19 : 16
  const [kind, memory, lanes] = [parameter('type', 'id'), parameter('memory', '7168'), parameter('parallelism', '1')]
  return `$argon2${kind}$v=${version}$m=${memory},t=${iterations},p=${lanes}$${salt}$${value}`
}

const unpadded = (base64: unknown): string => String(base64 ?? '').replace(/=+$/, '')
