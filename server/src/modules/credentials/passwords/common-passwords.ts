import { readOwnFile } from '#/platform/own-files.ts'

const FEWEST_OWN_CHARACTERS = 5

// What people write for a letter, believing it hides the word.
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const undisguise = (text: string): string => text.replace(/[@4310$57]/g, (character) => DISGUISES[character] ?? '')
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Passwords that are guessed first: those of the shipped list, and those that are one of them with little added. */
export class CommonPasswords {
  static #shipped: CommonPasswords | undefined
  readonly #list: ReadonlySet<string>

  private constructor(list: ReadonlySet<string>) {
    this.#list = list
  }

  /** The list that comes with the server, read once. */
  static shipped(): CommonPasswords {
    return (CommonPasswords.#shipped ??= CommonPasswords.#read())
  }

  static #read(): CommonPasswords {
    const text = readOwnFile(new URL('./common-passwords.txt', import.meta.url))
    return new CommonPasswords(new Set(text.split('\n').filter((line) => line !== '' && !/^#( |$)/.test(line))))
  }

  get size(): number {
    return this.#list.size
  }

  /** Whether a password is among the first guesses. `context` are words an attacker knows, such as the user's name. */
  has(password: string, context: readonly string[] = []): boolean {
    const text = password.toLowerCase()
    return isMonotonous(text) || this.#isListed(text) || context.some((word) => isBuiltOn(text, word.toLowerCase()))
  }

  #isListed(text: string): boolean {
    const bare = withoutEnds(text)
    const words = [text, bare, undisguise(text), undisguise(bare), withoutEnds(undisguise(text))]
    return words.some((word) => this.#list.has(word) && text.length - word.length < FEWEST_OWN_CHARACTERS)
  }
}

/** Whether little is left of a text without the word in it. Words of three letters are too short to say anything. */
const isBuiltOn = (text: string, word: string): boolean =>
  word.length > 3 && text.includes(word) && text.length - word.length < FEWEST_OWN_CHARACTERS

/** Whether a text is one short piece over and over, or runs along the alphabet or the digits. */
function isMonotonous(text: string): boolean {
  if (/^(.{1,3})\1+.?.?$/su.test(text)) return true
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
