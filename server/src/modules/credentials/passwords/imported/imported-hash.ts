import { argon2Sync, createCipheriv, createHash, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'

/**
 * Hashes of passwords that other systems made. They are kept as the text that came with them, which names its algorithm
 * and its cost, until the person signs in: then a hash of ours takes their place. A password is tried as it was typed, in
 * UTF-8, as those systems do.
 *
 * | text                                              | made by                                              |
 * | ------------------------------------------------- | ---------------------------------------------------- |
 * | `$2a$…`, `$2b$…`, `$2y$…`                         | bcrypt: the first 72 bytes of a password             |
 * | `$argon2i$v=19$m=…,t=…,p=…$salt$hash`, `$argon2id$` | Argon2 (RFC 9106)                                    |
 * | `$pbkdf2-sha256$i=…$salt$hash`, `-sha1`, `-sha512` | PBKDF2 (RFC 8018)                                    |
 * | `$scrypt$ln=…,r=…,p=…$salt$hash`                  | scrypt (RFC 7914)                                    |
 * | `$firebase-scrypt$ln=…,r=…$salt$keystream`        | Firebase: a key by scrypt, and with it AES-256-CTR   |
 * | `{SSHA}…`, `{SSHA256}…`, `{SSHA512}…`             | directories: SHA of password and salt, salt appended |
 *
 * Salts and hashes are base64. What Firebase exports is its signer key under the key stream, so whoever holds both takes
 * the key away (XOR) and the stream remains: it proves the password as well, and no key of another system is stored.
 */
export interface ImportedHash {
  /** Whether it is of this password. Takes the thread that asks for all the time that the hash was made to cost. */
  isOf(password: Buffer): boolean | Promise<boolean>
}

/** What keeps a hash from being taken. */
export interface HashProblem {
  readonly problem: string
}

/** A way to hash: how its texts begin, what one looks like, and what its groups mean. */
interface Scheme {
  readonly beginning: RegExp
  readonly shape: RegExp
  readonly form: string
  read(groups: Readonly<Record<string, string>>, text: string): ImportedHash | HashProblem
}

const BASE64 = '[A-Za-z0-9+/]'
const SALT = `(?<salt>${BASE64}{1,172})={0,2}`
const HASH = `(?<hash>${BASE64}{21,172})={0,2}`

// A try takes a place among the few that hash at once, so what one may cost is bounded where it comes in: some seconds at
// the very most, and memory that the others leave.
const BCRYPT_COSTS = { from: 4, to: 16 }
/** Iterations times the blocks that a hash is made of, each of which takes all of them (RFC 8018 §5.2). */
const MAX_PBKDF2_WORK = 10_000_000
const BLOCK_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 }
const MAX_MEMORY_KIB = 256 * 1024
/** Memory times passes, or times lanes where they are worked off one after the other. */
const MAX_WORK_KIB = 1024 * 1024

const bcrypt: Scheme = {
  beginning: /^\$2[abxy]?\$/,
  shape: /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/,
  form: '$2b$, a cost of two digits, $ and 53 characters',
  read({ cost }, text) {
    const { from, to } = BCRYPT_COSTS
    if (Number(cost) < from || Number(cost) > to) return problem(`A bcrypt cost is ${from} to ${to}.`)
    // It takes the first 72 bytes, as every bcrypt does. Who only reads hashes does without it.
    return { isOf: async (password) => (await import('bcryptjs')).compareSync(password.toString('utf8'), text) }
  },
}

const argon2Scheme: Scheme = {
  beginning: /^\$argon2/,
  shape: new RegExp(
    `^\\$(?<kind>argon2id?)\\$v=19\\$m=(?<memory>\\d{1,7}),t=(?<passes>\\d{1,2}),p=(?<lanes>\\d)\\$${SALT}\\$${HASH}$`,
  ),
  form: '$argon2id$v=19$m=…,t=…,p=…$salt$hash',
  read({ kind, salt, hash, ...numbers }) {
    const [memory, passes, lanes] = [Number(numbers['memory']), Number(numbers['passes']), Number(numbers['lanes'])]
    const [nonce, tag] = [bytesOf(salt), bytesOf(hash)]
    // RFC 9106 §3.1
    if (lanes < 1 || passes < 1 || memory < 8 * lanes || nonce.length < 8) return problem('Argon2 does not take these.')
    if (memory > MAX_MEMORY_KIB) return tooMuchMemory
    if (memory * passes > MAX_WORK_KIB) return tooMuchWork
    const cost = { nonce, memory, passes, parallelism: lanes, tagLength: tag.length }
    const algorithm = kind === 'argon2i' ? 'argon2i' : 'argon2id'
    return { isOf: (message) => timingSafeEqual(argon2Sync(algorithm, { message, ...cost }), tag) }
  },
}

const pbkdf2Scheme: Scheme = {
  beginning: /^\$pbkdf2/,
  shape: new RegExp(`^\\$pbkdf2-(?<digest>sha1|sha256|sha512)\\$i=(?<iterations>\\d{1,9})\\$${SALT}\\$${HASH}$`),
  form: '$pbkdf2-sha256$i=600000$salt$hash, with sha1 or sha512 as well',
  read({ digest = '', iterations, salt, hash }) {
    const [count, tag] = [Number(iterations), bytesOf(hash)]
    if (count < 1 || count * Math.ceil(tag.length / (BLOCK_BYTES[digest] ?? 1)) > MAX_PBKDF2_WORK)
      return problem('PBKDF2 has 1 to 10,000,000 iterations, for all blocks of the hash together.')
    return {
      isOf: (password) => timingSafeEqual(pbkdf2Sync(password, bytesOf(salt), count, tag.length, digest), tag),
    }
  },
}

const scryptScheme: Scheme = {
  beginning: /^\$scrypt\$/,
  shape: new RegExp(`^\\$scrypt\\$ln=(?<ln>\\d{1,2}),r=(?<r>\\d{1,2}),p=(?<p>\\d{1,2})\\$${SALT}\\$${HASH}$`),
  form: '$scrypt$ln=…,r=…,p=…$salt$hash',
  read({ salt, hash, ...numbers }) {
    const cost = scryptCost(numbers)
    if ('problem' in cost) return cost
    const tag = bytesOf(hash)
    return { isOf: (password) => timingSafeEqual(scryptSync(password, bytesOf(salt), tag.length, cost), tag) }
  },
}

const firebaseScheme: Scheme = {
  beginning: /^\$firebase-scrypt\$/,
  shape: new RegExp(`^\\$firebase-scrypt\\$ln=(?<ln>\\d{1,2}),r=(?<r>\\d{1,2})\\$${SALT}\\$${HASH}$`),
  form: '$firebase-scrypt$ln=14,r=8$salt$keystream',
  read({ salt, hash, ...numbers }) {
    const cost = scryptCost({ ...numbers, p: '1' })
    if ('problem' in cost) return cost
    const stream = bytesOf(hash)
    return {
      isOf: (password) => {
        const key = scryptSync(password, bytesOf(salt), 32, cost)
        const made = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(stream.length))
        return timingSafeEqual(made, stream)
      },
    }
  },
}

const digests: Readonly<Record<string, { readonly algorithm: string; readonly length: number }>> = {
  SSHA: { algorithm: 'sha1', length: 20 },
  SSHA256: { algorithm: 'sha256', length: 32 },
  SSHA512: { algorithm: 'sha512', length: 64 },
}

const saltedShaScheme: Scheme = {
  beginning: /^\{/,
  shape: new RegExp(`^\\{(?<name>SSHA|SSHA256|SSHA512)\\}${HASH}$`),
  form: '{SSHA}, {SSHA256} or {SSHA512} and base64',
  read({ name = '', hash }) {
    const { algorithm, length } = digests[name] ?? { algorithm: 'sha1', length: 20 }
    const bytes = bytesOf(hash)
    const [tag, salt] = [bytes.subarray(0, length), bytes.subarray(length)]
    if (salt.length === 0) return problem('The salt follows the hash, and there is none.')
    return {
      isOf: (password) => timingSafeEqual(createHash(algorithm).update(password).update(salt).digest(), tag),
    }
  },
}

const schemes = [bcrypt, argon2Scheme, pbkdf2Scheme, scryptScheme, firebaseScheme, saltedShaScheme]

/** Reads the hash of another system, or says why it can't be taken. */
export function readImportedHash(text: string): ImportedHash | HashProblem {
  const scheme = schemes.find(({ beginning }) => beginning.test(text))
  if (!scheme) return problem('This is not a hash of a kind we take: bcrypt, Argon2, PBKDF2, scrypt or salted SHA.')
  const groups = scheme.shape.exec(text)
  return groups ? scheme.read(groups.groups ?? {}, text) : problem(`This should be ${scheme.form}.`)
}

/** Why a hash can't be taken; undefined when it can. */
export function problemOfHash(text: string): string | undefined {
  const read = readImportedHash(text)
  return 'problem' in read ? read.problem : undefined
}

interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
  readonly maxmem: number
}

// RFC 7914 §6: 128 · N · r bytes, and that once for each lane, one after the other.
function scryptCost(numbers: Readonly<Record<string, string>>): ScryptCost | HashProblem {
  const [ln, r, p] = [Number(numbers['ln']), Number(numbers['r']), Number(numbers['p'])]
  // RFC 7914 §6: N is less than 2^(128 · r / 8). Whoever had a hash beyond it would get an error at each sign-in.
  if (ln < 1 || r < 1 || p < 1 || ln >= 16 * r)
    return problem('scrypt does not take these: ln, r and p begin at 1, and ln ends below 16 r.')
  const memoryKib = (2 ** ln * r) / 8
  if (memoryKib > MAX_MEMORY_KIB) return tooMuchMemory
  if (memoryKib * p > MAX_WORK_KIB) return tooMuchWork
  return { N: 2 ** ln, r, p, maxmem: 128 * r * (2 ** ln + p + 2) + 1024 }
}

const problem = (text: string): HashProblem => ({ problem: text })
const tooMuchMemory = problem('Trying this hash would take more than 256 MiB of memory.')
const tooMuchWork = problem('Trying this hash would take too long: memory times passes is 1 GiB at most.')

const bytesOf = (base64: string | undefined): Buffer => Buffer.from(base64 ?? '', 'base64')
