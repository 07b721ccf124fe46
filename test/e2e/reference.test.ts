// The API reference in use: finding an operation, reading it, calling it, at every width, light and dark.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFitsWidth, withPage } from './browser.ts'
import { listLayoutFaults, WIDTHS } from './layout.ts'
import { startTestServer, type TestServer } from './server.ts'
import { signIn } from './story.ts'

const UPDATE = '/docs/api/operations/put_api_v2_tickets_id'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

/** Runs in a page of nobody, and fails for any complaint of the browser. */
function inPage(work: (page: Page) => Promise<void>): Promise<void> {
  return withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const results = (page: Page) => page.getByRole('search').getByRole('link')

test('an operation is found in the contents, read and called with the session; only opened lists are rendered', () =>
  inPage(async (page) => {
    await signIn(page, server.admin)
    await page.goto('/docs/api')
    await heading(page, 'Deskhand API')
    const contents = page.getByRole('navigation')
    const topics = await contents.getByRole('link').filter({ hasText: /\d$/ }).allInnerTexts()
    assert.deepEqual(
      topics.map((topic) => topic.split('\n')[0]),
      ['Tickets', 'Users', 'Organizations'],
    )
    await contents.getByRole('button', { name: 'People' }).click()
    await contents.getByRole('link', { name: /^Groups/ }).click()
    await heading(page, 'Groups')
    await page.getByRole('main').getByRole('link', { name: 'List groups' }).first().click()
    await heading(page, 'List groups')
    assert.equal(new URL(page.url()).pathname, '/docs/api/operations/get_api_v2_groups')
    assert.equal(await page.title(), 'List groups – Deskhand API')
    assert.equal(await contents.locator('[aria-current=page]').innerText(), 'GET\nList groups')
    await page.getByText('Acts as Administrator').waitFor()
    await page.getByRole('region', { name: 'the recorded answer' }).getByText('"groups"').waitFor()
    await page.getByText('Query parameters').first().click()
    await page.getByLabel('page[size]').fill('1')
    await page.getByRole('region', { name: 'the call in curl' }).getByText('page[size]=1').waitFor()
    await page.getByRole('button', { name: 'Python' }).click()
    await page.getByRole('region', { name: 'the call in Python' }).getByText('import requests').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('region', { name: 'the answer', exact: true }).getByText('"Support"').waitFor()
    await page.goBack()
    await heading(page, 'Groups')
    // a write also uses the session; the answer to a refused one is shown, too
    await page.goto('/docs/api/operations/post_api_v2_groups')
    await page.getByLabel('Body').fill('{"group":{"name":"From the reference"}}')
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByRole('region', { name: 'the answer', exact: true }).getByText('"From the reference"').waitFor()
    await page.getByLabel('Body').fill('{"group":{"name":""}}')
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByText('RecordInvalid').waitFor()
    await assertAccessible(page, 'a refused call')
    await page.getByText('Use an API token').click()
    await page.getByLabel('E-mail').fill('jürgen@пример.example')
    await page.getByLabel('API token').fill('wrong')
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByText('The e-mail address or the API token is wrong.').waitFor()
    await page.getByLabel('API token').fill('')
    await page.route('**/api/v2/groups', (route) => route.abort())
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByText('The server could not be reached.').waitFor()
  }))

test('a form with a file is sent with its texts; a page that is not there leads on', () =>
  inPage(async (page) => {
    await signIn(page, server.admin)
    await page.goto('/docs/api/operations/post_api_v2_macros_attachments')
    await page.getByText('No example was recorded.').waitFor()
    await page.getByLabel('attachment').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
    await page.getByLabel('filename').fill('greeting.txt')
    await page.getByRole('region', { name: 'the call in curl' }).getByText(`-F 'attachment=@"a.txt"'`).waitFor()
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByRole('region', { name: 'the answer', exact: true }).getByText('"filename": "greeting.txt"').waitFor()
    await assertAccessible(page, 'a form with a file')
    for (const [place, kind] of [
      ['guides/none', 'guide'],
      ['topics/None', 'topic'],
      ['operations/none', 'operation'],
    ] as const) {
      await page.goto(`/docs/api/${place}`)
      await heading(page, `There is no ${kind} of this name`)
    }
    await page.getByRole('link', { name: 'start page' }).click()
    await heading(page, 'Deskhand API')
  }))

test('the search finds operations, paths and guides, and is used with the keyboard alone', () =>
  inPage(async (page) => {
    await page.goto('/docs/api')
    await heading(page, 'Deskhand API')
    await page.keyboard.press('/')
    await page.getByText('All words must match').waitFor()
    const status = page.getByRole('search').getByRole('status')
    const find = async (query: string) => {
      await page.getByRole('searchbox').fill(query)
      await status.getByText(/result/).waitFor()
      return (await results(page).first().innerText()).replaceAll('\n', ' ')
    }
    assert.match(await find('close ticket'), /^PUT Update a ticket .* close a ticket/)
    assert.match(await find('rate limit'), /^Guide Rate limits/)
    assert.match(await find('api token'), /^Topic API tokens/)
    assert.match(await find('cursor'), /^Guide Cursors/)
    assert.match(await find('attach file'), /Attach a file/)
    assert.match(await find('/api/v2/tickets/{ticket_id}/comments'), /^GET List a ticket's comments/)
    assert.match(await find('DELETE user'), /^DELETE Delete a user/)
    await assertAccessible(page, 'results of the search')
    await page.getByRole('searchbox').fill('zzz')
    await status.getByText('Nothing has all of these words').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('All words must match').waitFor()
    await page.keyboard.type('account call minute')
    await status.getByText(/result/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    // a section of a guide, which is scrolled to
    await heading(page, 'Rate limits')
    assert.equal(new URL(page.url()).hash, '#of-the-account')
    assert.equal(await results(page).count(), 0)
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
    await page.keyboard.press('/')
    await page.keyboard.type('update ticket')
    await status.getByText(/result/).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Update a ticket')
    await page.getByText('Nobody is signed in').waitFor()
    await page.getByRole('button', { name: 'Send this PUT' }).click()
    await page.getByText('Nobody is signed in: sign in to the dashboard').waitFor()
  }))

test('it fits every window, light and dark, from right to left, and axe finds nothing', () =>
  inPage(async (page) => {
    const pages = [
      ['/docs/api', 'Deskhand API'],
      [UPDATE, 'Update a ticket'],
      ['/docs/api/guides/errors', 'Errors'],
      ['/docs/api/topics/Tickets', 'Tickets'],
    ] as const
    for (const [path, title] of pages) {
      await page.goto(path)
      await heading(page, title)
      for (const width of WIDTHS.toReversed()) {
        await page.setViewportSize({ width, height: 800 })
        await assertFitsWidth(page, `${path} at ${width}`)
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      await assertAccessible(page, `${path} on a phone, dark`)
      await page.evaluate('document.documentElement.dir = "rtl"')
      assert.deepEqual(await listLayoutFaults(page), [], `${path} from right to left`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await assertAccessible(page, `${path}, light`)
    }
    await page.setViewportSize({ width: 375, height: 800 })
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('navigation').getByRole('button', { name: 'Guides' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Paging' }).click()
    await heading(page, 'Paging')
    assert.equal(await page.getByRole('navigation').isVisible(), false)
    await page.getByRole('searchbox').fill('merge tickets')
    await results(page).first().waitFor()
    await assertFitsWidth(page, 'results on a phone')
  }))
