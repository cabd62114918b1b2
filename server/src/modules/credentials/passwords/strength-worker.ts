import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as spanish from '@zxcvbn-ts/language-es-es'
import { calendarWords, yearsWithSigns } from './sprayed-words.ts'

/** What the worker is asked: a password, and words that an attacker knows of the person. */
export interface StrengthQuestion {
  readonly password: string
  readonly words: readonly string[]
}

// Substitutions of letters multiply: measured on the worst of 64 characters, a hundred of them take three seconds and five
// take half of one, and what they don't find the list of common passwords does.
const LETTER_SUBSTITUTIONS = 5

const estimator = new ZxcvbnFactory({
  graphs: common.adjacencyGraphs,
  dictionary: {
    ...common.dictionary,
    ...english.dictionary,
    ...spanish.dictionary,
    calendar: [...calendarWords],
    yearsWithSigns: yearsWithSigns(),
  },
  l33tMaxSubstitutions: LETTER_SUBSTITUTIONS,
})

parentPort?.on('message', ({ password, words }: StrengthQuestion) => {
  parentPort?.postMessage(estimator.check(password, [...words]).guesses, [])
})
