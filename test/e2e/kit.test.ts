// The parts of the kit in all their states, as web/kit/page/ draws them: axe, the keyboard, the focus. No page repeats this.
// Does not belong here: what a page does with the parts.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pagePolicy } from '#app/web.ts'
import { waitFor } from '../jobs.ts'
import { assertAccessible, assertFitsWidth, phone, type WatchedPage, withPage } from './browser.ts'

const DIST = join(import.meta.dirname, '../../web/dist')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname
  if (!/^\/(?:kit\.html|assets\/[\w.-]+)$/.test(path)) return response.writeHead(404).end()
  const nonce = randomBytes(16).toString('base64')
  const body = await readFile(join(DIST, path))
  const isPage = path === '/kit.html'
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    ...(isPage ? { 'content-security-policy': pagePolicy(nonce) } : {}),
  })
  return response.end(isPage ? body.toString().replaceAll('__CSP_NONCE__', nonce) : body)
})
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => {
  server.close()
  server.closeAllConnections()
})

const FAMILIES = [
  'buttons',
  'fields',
  'choices',
  'forms',
  'dialogs',
  'states',
  'texts',
  'cards',
  'lists',
  'history',
  'tables',
  'charts',
  'grid',
]
const WHOLE = ['centered', 'loading']

/** Runs a test on a page of the kit; a complaint of the browser fails it. */
async function runOnKit(
  viewport: { width: number; height: number } | undefined,
  work: (opened: WatchedPage) => Promise<void>,
): Promise<void> {
  await withPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, viewport, async (opened) => {
    await work(opened)
    assert.deepEqual(opened.complaints, [])
  })
}

async function arriveAt({ page }: WatchedPage, family: string, more = ''): Promise<void> {
  await page.goto(`/kit.html?family=${family}${more}`)
  await page.locator('h1').waitFor()
  if (family === 'grid') await page.getByRole('row').nth(2).waitFor()
}

const STATES = [
  { name: 'light', search: '&scheme=light' },
  { name: 'dark and compact', search: '&scheme=dark&density=compact' },
  { name: 'right-to-left', search: '&scheme=light&dir=rtl' },
]

for (const [width, viewport] of [
  [1280, undefined],
  [375, phone],
] as const)
  for (const { name, search } of STATES)
    test(`every part is accessible: ${name} at ${width}`, () =>
      runOnKit(viewport, async (opened) => {
        for (const family of [...FAMILIES, ...WHOLE]) {
          await arriveAt(opened, family, search)
          await assertFitsWidth(opened.page, `${family}, ${name}`)
          await assertAccessible(opened.page, `${family}, ${name} at ${width}`)
        }
      }))

const readFocus = (page: Page) =>
  page.evaluate<string>(`(() => {
    const one = document.activeElement
    return one.dataset.line ? 'line ' + one.dataset.line : (one.getAttribute('aria-label') ?? one.textContent)
  })()`)

const readScroll = (page: Page) => page.evaluate<number>(`document.querySelector('[role="grid"]').scrollTop`)
const settle = (page: Page) => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

async function focusGrid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).focus()
  await page.keyboard.press('Tab')
}

test('the keyboard goes through the grid, which draws only the rows in the window', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'grid')
    const grid = page.getByRole('grid', { name: 'Tickets' })
    assert.equal(await grid.getAttribute('aria-rowcount'), '10009')
    await focusGrid(page)
    assert.equal(await readFocus(page), 'line 1')
    for (const [key, line] of [
      ['j', 2],
      ['ArrowDown', 3],
      ['k', 2],
      ['End', 10_007],
      ['ArrowUp', 10_006],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await readFocus(page), `line ${line}`, key)
    }
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    assert.equal(await readFocus(page), 'line 1')
    assert.equal(await readScroll(page), 0, 'the title of the group is in sight again')
    await page.keyboard.press('End')
    await settle(page)
    assert.equal(await page.locator('[role="row"]:focus').getAttribute('aria-rowindex'), '10009')
    assert.ok((await page.getByRole('row').count()) < 60)
    assert.equal(await page.getByRole('row').first().getAttribute('aria-rowindex'), '1')
    // one Tab leaves the grid
    await page.keyboard.press('Shift+Tab')
    assert.equal(await readFocus(page), 'Select')
  }))

test('rows are selected, opened and acted on by letters, and Left and Right reach their controls', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'grid')
    await focusGrid(page)
    const status = page.getByRole('status').filter({ hasText: /\d/ })
    const selected = page.locator('[role="row"][aria-selected="true"]')
    await page.keyboard.press('Enter')
    assert.equal(await status.textContent(), 'Opened 1')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    assert.equal(await selected.count(), 3)
    await page.keyboard.press('a')
    assert.equal(await status.textContent(), 'Assigned 1, 2, 3')
    await page.keyboard.press('Escape')
    assert.equal(await selected.count(), 0)
    await page.keyboard.press('ArrowRight')
    assert.match(await readFocus(page), /^Select /)
    await page.keyboard.press('Space')
    assert.equal(await selected.count(), 1)
    await page.keyboard.press('ArrowRight')
    assert.equal(await readFocus(page), 'Actions for ticket 3')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Merge' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await waitFor(() => readFocus(page), 'Actions for ticket 3')
    await page.keyboard.press('Escape')
    assert.equal(await readFocus(page), 'line 3')
    await page.getByRole('row').filter({ hasText: 'Old Mill Theatre' }).first().click()
    assert.equal(await status.textContent(), 'Opened 3')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('End')
    assert.ok((await selected.count()) > 10)
  }))

test('in right-to-left the keys Left and Right are mirrored', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'grid', '&dir=rtl')
    await focusGrid(page)
    await page.keyboard.press('ArrowLeft')
    assert.match(await readFocus(page), /^Select /)
    await page.keyboard.press('ArrowRight')
    assert.equal(await readFocus(page), 'line 1')
  }))

test('rows that are inserted above do not move what is in the window; a focused row that is removed leaves the focus to the next', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'grid')
    const insert = page.getByRole('button', { name: 'Insert two at the top' })
    await insert.click()
    assert.equal(await readScroll(page), 0)
    await page.getByRole('grid').evaluate((grid: any) => (grid.scrollTop = 3600))
    await settle(page)
    const place = () => page.evaluate<number>(`document.querySelector('[aria-label="Actions for ticket 101"]').getBoundingClientRect().top`)
    const before_insert = await place()
    await insert.click()
    assert.equal(await place(), before_insert)
    assert.equal(await readScroll(page), 3672)
    await focusGrid(page)
    assert.equal(await readFocus(page), 'line 5')
    const remove = page.getByRole('button', { name: 'Remove the current one' })
    // by its handler, so that the focus stays in the grid
    await remove.evaluate((button: any) => button.click())
    assert.equal(await readFocus(page), 'line 5')
    assert.equal(await page.locator('[role="row"]:focus').getByRole('button').getAttribute('aria-label'), 'Actions for ticket 2')
  }))

test('a phone shows two lines a row, and check boxes only while rows are being selected', () =>
  runOnKit(phone, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'grid')
    const row = page.getByRole('row').nth(2)
    const box = row.getByRole('checkbox')
    assert.equal((await row.boundingBox())?.height, 63)
    assert.equal(await box.isVisible(), false)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    assert.equal(await box.isVisible(), true)
    await assertAccessible(page, 'a grid on a phone while rows are being selected')
  }))

test('every dialog has a name, keeps the focus within, and gives it back when Escape closes it', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'dialogs')
    for (const name of ['Confirm', 'Confirm danger', 'Form', 'Message', 'Long', 'Drawer']) {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.locator('[role$="dialog"]')
      await dialog.waitFor()
      await assertAccessible(page, `the dialog ${name}`)
      for (let presses = 0; presses < 6; presses += 1) {
        await page.keyboard.press('Tab')
        assert.ok(await page.evaluate(`document.activeElement.closest('[role$="dialog"]') !== null`), `${name}: the focus is within`)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await waitFor(() => readFocus(page), name)
    }
  }))

test('a refused form moves the focus to the field that is wrong', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'dialogs')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Name: cannot be blank').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'name')
  }))

test('a picker keeps what is typed when Escape closes its list, picks by Enter, and clears the pick when the text is edited', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'fields')
    const field = page.getByRole('combobox', { name: 'Requester', exact: true })
    const list = page.getByRole('listbox')
    await field.pressSequentially('len')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.equal(await field.inputValue(), 'len')
    await page.keyboard.press('ArrowDown')
    const first = await page.getByRole('option').first().innerText()
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    assert.ok(first.startsWith(await field.inputValue()))
    await field.press('Backspace')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    assert.ok(first.startsWith(await field.inputValue()), 'leaving the field keeps what is typed')
  }))

test('a menu moves by arrows, is closed by Escape, and gives the focus back, also after the dialog that it opens', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'buttons')
    await page.getByRole('button', { name: 'Actions for Wholesale' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await assertAccessible(page, 'an open menu')
    await page.keyboard.press('End')
    assert.equal(await readFocus(page), 'Delete')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await waitFor(() => readFocus(page), 'Actions for Wholesale')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Chosen: Edit').waitFor()

    await arriveAt(opened, 'dialogs')
    await page.getByRole('button', { name: 'Actions for a row' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.locator('[role$="dialog"]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[role$="dialog"]').waitFor({ state: 'detached' })
    await waitFor(() => readFocus(page), 'Actions for a row')
  }))

test('short messages are announced, and dismissed', () =>
  runOnKit(undefined, async (opened) => {
    const { page } = opened
    await arriveAt(opened, 'dialogs')
    await page.getByRole('button', { name: 'Error', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'The server did not answer' }).waitFor()
    await assertAccessible(page, 'a short message')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }))
