import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PasswordStrength } from './password-strength.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const strength = PasswordStrength.shared()

const guessable = async (passwords: readonly string[], words: readonly string[] = []): Promise<string[]> => {
  const found: string[] = []
  for (const password of passwords) if (await strength.isGuessable(password, words)) found.push(password)
  return found
}

test('LG4: passwords that are sprayed are refused: a word, a year, a sign', async () => {
  const sprayed = [
    ...['Summer2026!', 'Verano2026!', 'Winter2025', 'Spring2026!!', 'Autumn@2026', 'Sommer2026!', 'Octubre2026!'],
    ...['Welcome2026!', 'Company2026!', 'London2026!', 'Madrid2026!', 'Maya2026!', 'January2026!', 'Monday2026!'],
    ...['Football2026', 'sunshine-2026', 'Guest1234!', 'S0mmer2026!'],
  ]
  assert.deepEqual(await guessable(sprayed), sprayed)
})

test('LG4: walks over the keyboard are refused', async () => {
  const walks = ['qwertyuiop', '1qaz2wsx3edc', 'asdfghjkl;', 'zxcvbnm,./', 'qwer1234asdf', '1q2w3e4r5t6y', 'poiuytrewq']
  assert.deepEqual(await guessable(walks), walks)
})

test('LG4: what is made of words the attacker knows of a person is refused', async () => {
  assert.deepEqual(await guessable(['Okaforindustries2026!'], ['okaforindustries']), ['Okaforindustries2026!'])
  assert.deepEqual(await guessable(['Okaforindustries2026!']), [])
})

test('good passwords pass, random ones of eight characters among them', async () => {
  const good = [
    ...[
      'plum-harbour-lantern',
      'correct horse battery staple',
      'kx7#vQ2p',
      'jd8fk2ls',
      'xK9#mQ2$vL',
      'молоко под луной',
    ],
    ...['a quiet harbour at 5 in the morning', '7294610385', '😀🎈🚲🌍🍀🎲🧭🪁', 'just lower letters'],
  ]
  assert.deepEqual(await guessable(good), [])
})

test('LG4: the hardest to estimate hold nobody else up', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for (const password of ['p@ssw0rd'.repeat(128), '4@31!|0$5+7'.repeat(90), 'aeiost4310$57@!|()[]{}<>'.repeat(40)]) {
    await strength.isGuessable(password, [])
  }
  delay.disable()
  assert.ok(delay.percentile(50) < 100_000_000, `${delay.percentile(50) / 1e6} ms`)
})
