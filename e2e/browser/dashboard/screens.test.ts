import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  colourViolationsOf,
  cutOffIn,
  faintIn,
  otherViolationsOf,
  overflowAt,
  sidewaysIn,
  violationsOf,
} from '#/browser/inspection.ts'
import { freePort } from '#/support/ports.ts'
import { fill, hostileName } from './cast.ts'
import { newDevice } from '#/browser/pages/index.ts'
import { Console, openScreen, settled } from './operators.ts'
import { screens } from './screens.ts'
import type { Cast } from './cast.ts'
import type { House } from '#/browser/house.ts'
import type { Role } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Locator, Page } from 'playwright-core'

/** 1280 by 1024 pixels at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
const DESK = { width: 1280, height: 720 }
const PHONE = { width: 320, height: 568 }

/** What opens above a screen, step by step: what somebody does, and what they see then. */
interface OpenedThing {
  readonly name: string
  readonly path: (cast: Cast) => string
  readonly steps: readonly {
    readonly does: (page: Page) => Promise<unknown>
    readonly shows: (page: Page) => Locator
  }[]
}

const hostile = hostileName(20)
const dialogIn = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const menuIn = (page: Page): Locator => page.getByRole('menu')
const messageIn = (page: Page): Locator => page.getByRole('status')

/** One of each kind that there is. */
const openedThings: readonly OpenedThing[] = [
  {
    name: 'a menu of a page, with the question behind it and the message after it',
    path: ({ user }) => `/admin/users/${user}`,
    steps: [
      { does: (page) => page.getByRole('button', { name: 'Actions' }).click(), shows: menuIn },
      { does: (page) => page.getByRole('menuitem', { name: 'Sign out everywhere' }).click(), shows: dialogIn },
      {
        does: (page) => dialogIn(page).getByRole('button', { name: 'Sign out everywhere' }).click(),
        shows: (page) => messageIn(page).getByText('Signed out everywhere.'),
      },
    ],
  },
  {
    name: 'a menu of a row, and the question behind it',
    path: ({ organization }) => `/admin/organizations/${organization}`,
    steps: [
      { does: (page) => page.getByRole('row').getByRole('button', { name: hostile }).click(), shows: menuIn },
      { does: (page) => page.getByRole('menuitem', { name: 'Remove' }).click(), shows: dialogIn },
    ],
  },
  {
    name: 'a dialog with a form, and the message after it',
    path: () => '/admin/gateway?tab=rules',
    steps: [
      { does: (page) => page.getByRole('button', { name: `Edit: ${hostile}` }).click(), shows: dialogIn },
      {
        does: (page) => dialogIn(page).getByRole('button', { name: 'Save' }).click(),
        shows: (page) => messageIn(page).getByText(/Saved|Nothing was changed/),
      },
    ],
  },
  {
    name: 'a message that says a name',
    path: () => '/admin/roles',
    steps: [
      {
        does: async (page) => {
          const box = page.getByRole('checkbox', { name: hostile }).first()
          await box.check()
          await box.uncheck()
        },
        // What screen readers are told says the name, too.
        shows: (page) => messageIn(page).getByRole('button', { name: 'Undo' }),
      },
    ],
  },
  {
    name: 'a panel beside a list',
    path: ({ webhook }) => `/admin/webhooks/${webhook}?tab=deliveries`,
    steps: [{ does: (page) => page.locator('tbody').getByRole('button').first().click(), shows: dialogIn }],
  },
  {
    name: 'the palette',
    path: () => '/admin',
    steps: [
      {
        does: async (page) => {
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox').fill(hostile)
        },
        shows: (page) => page.getByRole('option').filter({ hasText: hostile }),
      },
    ],
  },
]

const nobody: Cast = {
  user: '',
  agent: '',
  app: '',
  organization: '',
  role: '',
  webhook: '',
  provider: '',
  apiKey: '',
  sso: '',
  flow: '',
}

/** What those may open who may not do everything. */
const othersMayOpen: Readonly<Partial<Record<Role, RegExp>>> = {
  support: /^\/admin($|\/users|\/nowhere)/,
  auditor: /^(?!.*\/(new|import)($|\?))/,
}

for (const isFull of [false, true]) {
  describe(`the dashboard of ${isFull ? 'a full' : 'an empty'} server`, { concurrency: 2 }, () => {
    let console_: Console
    let cast = nobody
    let owner: Visitor
    let windows: Windows
    before(async () => {
      const port = String(await freePort())
      console_ = await Console.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: port })
      if (isFull) {
        cast = await fill(console_.house.server)
        await fillTables(console_.house, cast)
      }
      owner = await console_.house.newVisitor()
      await console_.signIn(owner, 'owner')
      windows = new Windows(owner)
    })
    after(() => console_.close())

    for (const { name, path, isOfOne } of screens) {
      if (isOfOne && !isFull) continue
      test(`${name}: axe finds nothing in both languages, light and dark; it fits a phone, 400 %, right to left and forced colours`, async () => {
        // One load for all of it, so that nobody signs in and nothing is fetched for every look.
        await windows.lend(async (visitor) => {
          await visitor.page.emulateMedia({ colorScheme: 'light' })
          await openScreen(visitor, path(cast))
          await judge(visitor)
          await judgeLayout(visitor.page)
          await switchLanguage(visitor)
          await judgeWords(visitor)
        })
      })
    }

    if (!isFull) return
    for (const [role, mayOpen] of Object.entries(othersMayOpen) as [Role, RegExp][]) {
      let theirs: Windows
      const seen = new Set<string>()
      before(async () => {
        const visitor = await console_.house.newVisitor()
        await console_.signIn(visitor, role)
        theirs = new Windows(visitor)
      })
      // The tabs of a screen that is not theirs say the same.
      const opened = screens.filter(({ path }) => mayOpen.test(path(nobody)) || !path(nobody).includes('?'))
      for (const { name, path } of opened) {
        test(`${name}, as ${role}: it is theirs or says why not; no call is refused, nothing is greyed out, no link is dead`, async () => {
          await theirs.lend(async (visitor) => {
            const address = path(cast)
            seen.add(patternOf(address))
            await openScreen(visitor, address)
            const isTheirs = mayOpen.test(address)
            assert.equal(await refusalIn(visitor.page).count(), isTheirs ? 0 : 1)
            if (role === 'auditor') assert.deepEqual(await writesIn(visitor.page), [])
            if (isTheirs) assert.deepEqual(await greyedIn(visitor.page), [])
            for (const link of await linksIn(visitor.page)) {
              const pattern = patternOf(link)
              if (seen.has(pattern)) continue
              seen.add(pattern)
              await openScreen(visitor, link)
              assert.equal(await refusalIn(visitor.page).count(), 0, link)
              assert.notEqual(await visitor.heading.first().textContent(), 'No such screen', link)
            }
          })
        })
      }
    }

    for (const { name, path, steps } of openedThings) {
      test(`${name}, about what has a hostile name, fits a phone and a desk, and axe finds nothing`, async (t) => {
        // In a window of its own: the others switch the language of theirs.
        const storageState = { cookies: await owner.context.cookies(), origins: [] }
        const visitor = await console_.house.visit(t, { storageState })
        const { page } = visitor
        const run: string[] = []
        page.on('dialog', (dialog) => {
          run.push(dialog.message())
          void dialog.dismiss()
        })
        for (const size of [PHONE, DESK]) {
          await page.setViewportSize(size)
          await openScreen(visitor, path(cast))
          for (const { does, shows } of steps) {
            await does(page)
            await shows(page).first().waitFor()
            await judgeOpened(page, size.width)
          }
        }
        assert.deepEqual(run, [], 'no name is run')
      })
    }
  })
}

/** Addresses of one kind of thing are one. */
const patternOf = (address: string): string => address.replaceAll(/[a-z]+_[\w-]{20,}/g, '$id')

const refusalIn = (page: Page): Locator => page.locator('main').getByRole('heading', { name: 'You may not see this' })

const greyedIn = (page: Page): Promise<string[]> =>
  page
    .locator('main :is(button, input, select, textarea):is(:disabled, [aria-disabled=true])')
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 160)))

/** What is called as what changes something, but for what is kept in this browser, and a mail that is called so. */
async function writesIn(page: Page): Promise<string[]> {
  const names = await page
    .locator('main :is(button, a)')
    .evaluateAll((all) => all.map((one) => (one.ariaLabel ?? one.textContent).trim()))
  return names.filter(
    (name) =>
      /^(Actions|Add|Allow|Approve|Create|Delete|Disable|Disconnect|Edit|Give|Import|Invite|New|Publish|Remove|Rename|Restore|Revert|Revoke|Rotate|Save|Send|Sign out|Start|Stop|Take|Turn|Unlink)\b/.test(
        name,
      ) && !/^(Save the picture|Remove (who|words) |New sign-in)/.test(name),
  )
}

/** Where a page leads within the dashboard. */
async function linksIn(page: Page): Promise<string[]> {
  const addresses = await page
    .locator('a[href]:not([href^="#"])')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ pathname, search }) => pathname + search))
  return addresses.filter((address) => /^\/admin($|\/)/.test(address))
}

/** Windows of somebody who is signed in, each for one look after the other: a new one starts a process and compiles all scripts anew. */
class Windows {
  readonly #person: Visitor
  readonly #free: Visitor[] = []

  constructor(person: Visitor) {
    this.#person = person
  }

  /** For one look, without a complaint; a window in which something went wrong is not used again. */
  async lend(look: (visitor: Visitor) => Promise<void>): Promise<void> {
    const visitor = this.#free.pop() ?? this.#person.at(await this.#person.context.newPage())
    await look(visitor)
    visitor.assertCalm()
    this.#free.push(visitor)
  }
}

/** Rows of the tables that have buttons in them. */
async function fillTables(house: House, { user, organization, role }: Cast): Promise<void> {
  const { server } = house
  const members = `/admin/organizations/${organization}`
  await server.admin('POST', `${members}/members`, { user_id: user, role: 'member' })
  await server.admin('POST', `${members}/invitations`, { email: 'guest@example.com', role: 'member' })
  const { id } = await server.admin<{ id: string }>('POST', '/permissions', { resource: 'reports', action: 'read' })
  await server.admin('POST', `/roles/${role}/permissions`, { permission_id: id })
  const { id: upstream_id } = await server.admin<{ id: string }>('POST', '/admin/proxy/upstreams', {
    host: 'reports.example.com',
    upstream: 'http://127.0.0.1:9',
  })
  const rule = { name: hostileName(100), pattern: '/*', require: 'anonymous' }
  await server.admin('POST', '/admin/proxy/rules/db', { upstream_id, ...rule })
  await newDevice(house)
}

async function judge({ page, heading }: Visitor): Promise<void> {
  assert.equal(await heading.count(), 1, 'one main heading')
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await violationsOf(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  // All that can differ.
  assert.deepEqual(await colourViolationsOf(page), [], 'dark')
  assert.equal(await overflowAt(page, ZOOMED.width), 0, `fits into ${ZOOMED.width} pixels`)
}

/** What another language can change. */
async function judgeWords({ page, heading }: Visitor): Promise<void> {
  assert.equal(await heading.count(), 1, 'one main heading')
  assert.deepEqual(await otherViolationsOf(page), [], 'in the other language')
  assert.equal(await overflowAt(page, ZOOMED.width), 0, `fits into ${ZOOMED.width} pixels`)
}

/** What is measured comes first: a message goes by itself. */
async function judgeOpened(page: Page, width: number): Promise<void> {
  assert.deepEqual(await sidewaysIn(page), [], `inside, ${width} pixels`)
  assert.deepEqual(await cutOffIn(page), [], `${width} pixels`)
  assert.equal(await overflowAt(page, width), 0, `fits into ${width} pixels`)
  assert.deepEqual(await violationsOf(page), [], `${width} pixels`)
}

/** What no language changes. */
async function judgeLayout(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  assert.deepEqual(await faintIn(page), [], 'forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
  for (const size of [ZOOMED, DESK]) {
    await page.setViewportSize(size)
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate((dir) => void (document.documentElement.dir = dir), direction)
      assert.deepEqual(await cutOffIn(page), [], `${direction}, ${size.width} pixels`)
    }
  }
}

const opposite: Readonly<Record<string, string>> = { en: 'es', es: 'en' }

/** From English to Spanish or back, as people do it. */
async function switchLanguage(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const before = await page.evaluate(() => document.documentElement.lang)
  const dialog = page.getByRole('dialog')
  // A dialog that the address opens keeps people from everything else; what they chose elsewhere holds when it opens again.
  if ((await dialog.count()) > 0) {
    await page.evaluate(
      (locale) => localStorage.setItem('mandate.dashboard', JSON.stringify({ locale })),
      opposite[before],
    )
    await page.reload()
    await dialog.waitFor()
    await settled(visitor)
    return
  }
  await page.getByRole('button', { name: /^(Appearance and language|Apariencia e idioma)$/ }).click()
  await page.getByRole('menuitemcheckbox', { name: opposite[before] === 'es' ? 'Español' : 'English' }).click()
  await page.waitForFunction((lang) => document.documentElement.lang !== lang, before)
  // It stays open for another choice.
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
