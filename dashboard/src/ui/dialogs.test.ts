import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { confirm, unlessDeclined, waiting } from './dialogs.ts'

const ask = { title: 'Delete?', body: 'It ends.', action: 'Delete' }

function answerAll(isSure: boolean): void {
  for (const dialog of waiting.get()) if (dialog.kind === 'confirm') dialog.answer(isSure)
}

describe('an action that asks first', () => {
  test('says whether it was declined, and by itself alone', async () => {
    let done = 0
    const work = async (): Promise<void> => {
      if (!(await confirm(ask))) return
      done += 1
    }
    const declined = unlessDeclined(work)
    const another = unlessDeclined(() => Promise.resolve())
    answerAll(false)
    assert.deepEqual([await declined, await another, done], [false, true, 0])
    const agreed = unlessDeclined(work)
    answerAll(true)
    assert.deepEqual([await agreed, done], [true, 1])
  })

  test('that fails says so, and what is asked later belongs to nobody', async () => {
    await assert.rejects(
      unlessDeclined(() => Promise.reject(new Error('no'))),
      /no/,
    )
    const alone = confirm(ask)
    answerAll(false)
    assert.equal(await alone, false)
  })
})
