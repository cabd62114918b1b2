import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen } from './operators.ts'

// One after the other: what one publishes would keep another one's draft from being published as it was seen.
describe('the texts of the hosted pages', { concurrency: 1 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  const textsNow = async () =>
    (
      await console_.house.server.admin<{ texts: Record<string, Record<string, string>> }>(
        'GET',
        '/admin/branding/draft',
      )
    ).texts

  test('are typed in the language of the pages, shown at once, saved together and taken back one by one', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/branding?tab=texts')
    const signIn = page.getByRole('region', { name: 'Sign-in', exact: true })
    const shown = page.frameLocator('iframe[title="Sign-in"]')
    const title = signIn.getByRole('textbox', { name: 'Title', exact: true })
    assert.equal(await title.getAttribute('placeholder'), 'Sign in')
    await shown.getByText('Forgot your password?').waitFor()
    await title.fill('Welcome to {name}')
    await signIn.getByText('17 of 80 characters').waitFor()
    await shown.locator('h1', { hasText: 'Welcome to Mandate' }).waitFor()
    await signIn.getByRole('textbox', { name: 'Note below the form', exact: true }).fill('Call 1234 👋')
    await signIn.getByText('11 of 200 characters').waitFor()
    await shown.getByText('Call 1234 👋').waitFor()

    await page.getByLabel('Language of the pages').selectOption('es')
    await title.and(page.locator('[placeholder="Entrar"]')).waitFor()
    assert.equal(
      await page.getByLabel('Language of the pages').locator('option[value=en]').innerText(),
      'English (2 not saved)',
    )
    await shown.getByText('¿Has olvidado la contraseña?').waitFor()
    const forgotten = page.getByRole('region', { name: 'Forgotten password' })
    await forgotten.getByRole('textbox', { name: 'Line below the title', exact: true }).fill('Te escribimos enseguida.')
    // The preview follows to the page whose sentence is being written.
    const other = page.frameLocator('iframe[title="Forgotten password"]')
    await other.getByText('Te escribimos enseguida.').waitFor()
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('button', { name: 'Save the texts' }).click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    const { en, es } = await textsNow()
    assert.deepEqual(en, { sign_in_title: 'Welcome to {name}', sign_in_note: 'Call 1234 👋' })
    assert.equal(es?.['password_reset_intro'], 'Te escribimos enseguida.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('status').getByText('Published as version').first().waitFor()
    const person = await console_.house.visit(t, { locale: 'en-GB' })
    await person.page.goto(`${console_.house.server.url}/login`)
    await person.page.getByRole('heading', { name: 'Welcome to Mandate', level: 1 }).waitFor()
    await person.page.getByText('Call 1234 👋').waitFor()

    // Without the messages of what was done so far.
    await openScreen(visitor, '/admin/branding?tab=texts&locale=en')
    await signIn.getByRole('button', { name: 'Sign-in, Title: back to what is built in' }).click()
    await shown.locator('h1', { hasText: /^Sign in$/ }).waitFor()
    assert.equal(await title.evaluate((input) => input === document.activeElement), true, 'the field has the focus')
    await page.getByRole('button', { name: 'Save the texts' }).click()
    // What is saved waits for nothing any more.
    await page
      .getByLabel('Language of the pages')
      .locator('option[value=en]')
      .and(page.getByText('English', { exact: true }))
      .waitFor({ state: 'attached' })
    assert.deepEqual((await textsNow())['en'], { sign_in_note: 'Call 1234 👋' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await title.and(page.locator('[value="Welcome to {name}"]')).waitFor()
    assert.deepEqual(await textsNow(), { en, es })
    visitor.assertCalm()
  })

  test('that the server refuses are shown in their language, at their field', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/branding?tab=texts&locale=es')
    const signUp = page.getByRole('region', { name: 'Sign-up', exact: true })
    await signUp.getByRole('textbox', { name: 'Title', exact: true }).fill('{email}')
    await page.getByLabel('Language of the pages').selectOption('en')
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await signUp.getByText('may hold {name} and no other braces').waitFor()
    const chosen = page.getByLabel('Language of the pages').locator('option:checked')
    await chosen.and(page.locator('[value=es]')).waitFor({ state: 'attached' })
    await signUp.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    visitor.forgive(/400/)
  })

  test('are read by those who may only read, in both languages', async (t) => {
    await console_.house.server.admin('PATCH', '/admin/branding', { texts: { es: { footer: 'Acme S. L.' } } })
    const visitor = await console_.operator(t, 'auditor')
    const { page } = visitor
    await openScreen(visitor, '/admin/branding?tab=texts&locale=es')
    await page.getByRole('definition').filter({ hasText: 'Acme S. L.' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save the texts' }).count(), 0)
    visitor.assertCalm()
  })
})
