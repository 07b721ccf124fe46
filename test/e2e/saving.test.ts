// Every form that changes what there is: saved as it was opened, and saved again. Forms of something new: saved as they are opened.
// Does not belong here: what the forms save (the files named after their pages).

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { paths } from '#web/lib/paths.ts'
import { setUp } from '../access.ts'
import { waitFor } from '../jobs.ts'
import { assertEnough, drawSample } from '../sweep.ts'
import { openPage, getSharedBrowser } from './browser.ts'
import { type FullDesk, fillDesk } from './full_desk.ts'
import { addressOf, FOR_VISITORS } from './pages.ts'
import { startTestServer, type TestServer } from './server.ts'
import { signIn } from './story.ts'

/** Buttons that save a form, and those that open one in a dialog. */
const SAVE = /^(?:Save|Set$|Rename$)/
const OPEN = /^(?:Edit|Rename)$/

/** A page, and the refusals of the API that it has got since the last look. */
interface Watched {
  page: Page
  refused: Promise<string>[]
  arrive(address: string): Promise<void>
}

let server: TestServer
let desk: FullDesk
let watched: Watched
before(async () => {
  server = await startTestServer()
  const { ids, consent } = await fillDesk(server.app)
  const { views } = (await server.app.inPerson.get('/api/v2/views')).body
  // that of the desk names a deleted group, which is refused when it is saved
  desk = { consent, ids: { ...ids, view: views[0].id } }
  watched = await watch(server)
})
after(async () => {
  await watched.page.context().close()
  await server.stop()
})

/** A page of the administrator. */
async function watch({ base_url, admin }: TestServer): Promise<Watched> {
  const { page, arrive } = await openPage(await getSharedBrowser(), base_url)
  const refused: Promise<string>[] = []
  page.on('response', (response) => {
    const method = response.request().method()
    if (method === 'GET' || response.status() < 400) return
    refused.push(response.text().then((text) => `${method} ${response.url()} was answered ${response.status()} ${text}`))
  })
  await signIn(page, admin)
  return { page, refused, arrive }
}

const formsOf = (page: Page) => page.locator('form').filter({ has: page.getByRole('button', { name: SAVE }) })
const toastsOf = (page: Page) => page.locator('[role]').filter({ has: page.getByRole('button', { name: 'Dismiss', exact: true }) })
/** What says that something is wrong. */
const PROBLEMS = '[role="alert"], [aria-invalid="true"]'

/** Presses the button of a form, and waits for what the page says to it; returns the words of problems that were not there before. */
async function pressSave(page: Page, form: Locator): Promise<string[]> {
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss', exact: true }).all()) await dismiss.click()
  await toastsOf(page).first().waitFor({ state: 'detached' })
  const before = await page.locator(PROBLEMS).allInnerTexts()
  await form.getByRole('button', { name: SAVE }).click()
  const readNewProblems = async () => (await page.locator(PROBLEMS).allInnerTexts()).filter((text) => !before.includes(text))
  await waitFor(async () => (await toastsOf(page).count()) > 0 || (await readNewProblems()).length > 0, true).catch((error: unknown) => {
    throw new Error(`nothing was said to ${page.url()}`, { cause: error })
  })
  return readNewProblems()
}

/** Saves a form of the page at an address twice, with the page opened anew where the first time leaves it. `open`: opens the form. */
async function faultsOf({ page, refused, arrive }: Watched, address: string, open: () => Promise<Locator>): Promise<string[]> {
  const faults: string[] = []
  for (const time of ['once', 'twice']) {
    let form = await open()
    if (!(await form.isVisible())) {
      await arrive(address)
      form = await open()
    }
    refused.length = 0
    const label = (await form.getAttribute('aria-label')) ?? 'the form'
    for (const fault of [...(await pressSave(page, form)), ...(await Promise.all(refused))])
      faults.push(`${address}, ${label}, saved ${time}: ${fault}`)
  }
  return faults
}

/** The forms in dialogs of the open page: opened by a button of their own, or by the menu of the first row. */
async function dialogsOf({ page, arrive }: Watched, address: string): Promise<(() => Promise<Locator>)[]> {
  const main = page.locator('main')
  const button = main.getByRole('button', { name: OPEN }).first()
  const menu = main.getByRole('button', { name: /^Actions for/ }).first()
  const item = page.getByRole('menuitem', { name: OPEN })
  const form = page.getByRole('dialog').locator('form')
  const ways: (() => Promise<Locator>)[] = []
  for (const [opener, press] of [
    [button, () => button.click()],
    [
      menu,
      async () => {
        await menu.click()
        await page.getByRole('menuitem').first().waitFor()
        if ((await item.count()) > 0) await item.click()
        else await page.keyboard.press('Escape')
      },
    ],
  ] as const) {
    if ((await opener.count()) === 0) continue
    await press()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    // others open the page of the record
    if ((await form.count()) > 0)
      ways.push(async () => {
        await press()
        await form.waitFor()
        return form
      })
    await arrive(address)
  }
  return ways
}

test('a form that is saved as it was opened, and saved again, is never refused', async () => {
  await setUp(server.app, { security: { second_factor: 'optional' } })
  const { page, refused, arrive } = watched
  const found: string[] = []
  let count = 0
  for (const [name, path] of drawSample('forms', Object.entries(paths))) {
    if (FOR_VISITORS.includes(path)) continue
    const address = addressOf(desk, name, path)
    await arrive(address)
    const places = await formsOf(page).count()
    count += places
    if (address.endsWith('/new')) {
      // what is missing is said at its fields
      for (let place = 0; place < places; place += 1) await pressSave(page, formsOf(page).nth(place))
      const refusals = await Promise.all(refused.splice(0))
      found.push(...refusals.filter((refusal) => refusal.includes('ParameterMissing')))
      continue
    }
    for (let place = 0; place < places; place += 1) {
      await arrive(address)
      found.push(...(await faultsOf(watched, address, async () => formsOf(page).nth(place))))
    }
    if (places > 0) await arrive(address)
    const dialogs = await dialogsOf(watched, address)
    count += dialogs.length
    for (const open of dialogs) found.push(...(await faultsOf(watched, address, open)))
  }
  assert.deepEqual(found, [])
  assertEnough(count, 40)
})

test('what was saved is nothing to save', async () => {
  const { page, arrive } = watched
  await arrive(paths.account)
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Name').fill('Another name')
  for (const words of ['Profile saved', 'There is nothing to save']) {
    assert.deepEqual(await pressSave(page, form), [])
    await page.getByText(words).waitFor()
  }
})
