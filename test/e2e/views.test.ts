// Views in the dashboard: written in the editor with a preview, refused where it is wrong, ordered, switched, copied, deleted.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { assertAccessible, assertFitsWidth, illegibleParts, phone, withPage } from './browser.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'
import { rowOf, signIn } from './story.ts'

const views = '/admin/objects_and_rules/business_rules/views'

let server: TestServer
/** Another administrator: previews and counts are limited for each person. */
const other: Person = { email: 'other.admin@example.com', password: 'correct horse battery' }
before(async () => {
  server = await startTestServer()
  await api().post('/api/v2/users', { user: { name: 'Other', role: 'admin', verified: true, ...other } })
  for (const [subject, priority] of [
    ['Printer is on fire', 'urgent'],
    ['Printer is out of paper', 'low'],
    ['Coffee is cold', 'low'],
  ])
    await api().post('/api/v2/tickets', { ticket: { subject, priority, comment: { body: subject } } })
})
after(() => server.stop())

const api = () => server.app.as(server.admin)
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** Runs in a page of an administrator (`who` is one), and fails for any complaint of the browser. */
function inPage(path: string, work: (page: Page) => Promise<void>, who: Person = server.admin): Promise<void> {
  return withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await signIn(page, who, path)
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

/** Waits until `read` answers something that is equal to what is expected. */
const waitForEqual = async (read: () => Promise<unknown>, expected: unknown) =>
  waitFor(async () => JSON.stringify(await read()), JSON.stringify(expected))

/**
 * Holds the previews that a page asks for. The function it returns waits until one is asked for whose body matches, and lets that one through: a
 * person may ask for five a minute, and a form that is filled in slowly asks for more.
 */
async function heldPreviews(page: Page): Promise<(body: RegExp) => Promise<void>> {
  let held: Route[] = []
  await page.route('**/api/v2/views/preview?*', (route) => void held.push(route))
  return async (body) => {
    await waitFor(async () => body.test(held.at(-1)?.request().postData() ?? ''), true)
    await held.at(-1)?.continue()
    held = []
  }
}

const listViews = async () => (await api().get('/api/v2/views?per_page=100')).body.views
const viewNamed = async (title: string) => (await listViews()).find((one: { title: string }) => one.title === title)

test('a view is written with a preview, refused where it is wrong, saved, cloned and deleted', () =>
  inPage('/admin', async (page) => {
    const showPreview = await heldPreviews(page)
    const { group: made } = (await api().post('/api/v2/groups', { group: { name: 'Night shift' } })).body
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Views', exact: true }).click()
    await page.getByRole('button', { name: 'Add view' }).click()
    // what a new form shows
    const preview = page.getByRole('region', { name: 'Preview' })
    await showPreview(/"less_than"/)
    await preview.getByText('3 tickets match now.').waitFor()
    await preview.getByRole('row').filter({ hasText: 'Coffee is cold' }).waitFor()

    await page.getByText('Agents in some groups').click()
    await button(page, 'Save').click()
    const refusal = page.getByText('A group is required')
    await refusal.waitFor()
    assert.notEqual(await refusal.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).fontSize), '0px')
    await page.getByText('Night shift').click()
    await button(page, 'Remove condition 1').click()
    await preview.getByText('Choose a condition, and').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Cannot be blank').waitFor()
    await page.getByText('You must select at least one condition').first().waitFor()

    await field(page, 'Name').fill('Burning')
    await group(page, 'All of these conditions are met').getByRole('button', { name: 'Add condition' }).click()
    await field(page, 'Field of condition 1').selectOption('priority')
    await field(page, 'Value of condition 1').selectOption('urgent')
    await showPreview(/"urgent"/)
    // a preview takes conditions that a saved view could not have
    await preview.getByRole('cell', { name: 'Printer is on fire' }).waitFor()
    await group(page, 'All of these conditions are met').getByRole('button', { name: 'Add condition' }).click()
    await field(page, 'Field of condition 2').selectOption('status')
    await field(page, 'Operator of condition 2').selectOption('less_than')
    await field(page, 'Value of condition 2').selectOption('solved')
    await showPreview(/"urgent".*"less_than","value":"solved"/)
    await preview.getByText('One ticket matches now.').waitFor()
    await preview.getByRole('cell', { name: 'Printer is on fire' }).waitFor()

    // columns: removed, added, moved by keyboard and by drag; ten at most
    await button(page, 'Remove column 6').click()
    await button(page, 'Remove column 5').click()
    for (const [index, name] of ['priority', 'nice_id', 'status', 'type', 'brand', 'organization'].entries()) {
      await page.getByRole('button', { name: 'Add column' }).click()
      await field(page, `Field of column ${index + 5}`).selectOption(name)
    }
    await page.getByRole('button', { name: 'Add column' }).and(page.locator(':disabled')).waitFor()
    await button(page, 'Move column 5').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Priority is now column 4 of 10').waitFor({ state: 'attached' })
    await button(page, 'Move column 4').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await button(page, 'Move column 5').and(page.locator(':focus')).waitFor()
    const target = await group(page, 'Column 1').boundingBox()
    assert.ok(target !== null)
    await button(page, 'Move column 2').hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await field(page, 'Group by').selectOption('priority')
    await field(page, 'Sort by').selectOption('nice_id')
    await field(page, 'Sort by: direction').selectOption('asc')
    await showPreview(/"group_by":"priority".*"sort_by":"nice_id","sort_order":"asc"/)
    await preview.getByRole('heading', { name: 'Urgent' }).waitFor()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Burning', level: 1 }).waitFor()
    const saved = await viewNamed('Burning')
    assert.deepEqual(saved.restriction, { type: 'Group', id: made.id, ids: [made.id] })
    assert.deepEqual(
      saved.execution.columns.map(({ id }: { id: string }) => id),
      ['requester', 'subject', 'created', 'updated', 'priority', 'nice_id', 'status', 'type', 'brand', 'organization'],
    )
    const { group_by, sort_by, sort_order } = saved.execution
    assert.deepEqual([group_by, sort_by, sort_order], ['priority', 'nice_id', 'asc'])

    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('heading', { name: 'Clone view' }).waitFor()
    await page.getByText('Only me').click()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Copy of Burning', level: 1 }).waitFor()
    const copy = await viewNamed('Copy of Burning')
    assert.deepEqual([copy.active, copy.restriction.type], [false, 'User'])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Views', level: 1 }).waitFor()
    assert.equal(await viewNamed('Copy of Burning'), undefined)
  }))

test('the list counts tickets, is searched and filtered, and ordered by keyboard and by drag', () =>
  inPage(views, async (page) => {
    const listTitles = async () => (await listViews()).map((one: { title: string }) => one.title)
    const [first = '', second = '', third = ''] = await listTitles()
    await api().post('/api/v2/views', {
      view: { title: 'Mine alone', all: [{ field: 'status', operator: 'is', value: 'new' }], restriction: { type: 'User' } },
    })
    await page.reload()
    await rowOf(page, 'Unassigned tickets').getByRole('cell', { name: '3', exact: true }).waitFor()
    await rowOf(page, 'Current tasks').getByRole('cell', { name: '–', exact: true }).waitFor()
    await rowOf(page, 'Mine alone').getByText('Only me').waitFor()
    const handle = page.getByRole('button', { name: `Move ${second}` })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText(`${second} is now number 1 of`).waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await waitForEqual(async () => (await listTitles()).slice(0, 2), [second, first])
    const target = await rowOf(page, third).boundingBox()
    assert.ok(target !== null)
    await page.getByRole('button', { name: `Move ${second}` }).hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await waitForEqual(async () => (await listTitles()).slice(0, 3), [first, third, second])

    await page.getByRole('switch', { name: 'Current tasks is active' }).focus()
    await page.keyboard.press('Space')
    await waitForEqual(async () => (await viewNamed('Current tasks')).active, true)
    await page.getByRole('button', { name: 'Inactive', exact: true }).click()
    await rowOf(page, 'Overdue tasks').waitFor()
    await rowOf(page, first).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await field(page, 'For').selectOption('Only me')
    await rowOf(page, first).waitFor({ state: 'detached' })
    await rowOf(page, 'Mine alone').waitFor()
    await page.getByLabel('Search views').fill('nothing has this')
    await page.getByRole('button', { name: 'Show all' }).click()
    // a title that is stored as a name is found as it is shown, and stays one when the view is changed
    await page.getByLabel('Search views').fill('pending tick')
    await rowOf(page, first).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pending tickets' }).click()
    await field(page, 'Description').fill('They wait for an answer.')
    await button(page, 'Save').click()
    await waitForEqual(async () => (await viewNamed('Pending tickets')).description, 'They wait for an answer.')
    assert.equal((await viewNamed('Pending tickets')).raw_title, '{{zd.pending_tickets}}')
  }))

test('the pages of views are accessible, fit a phone, and say what went wrong', () =>
  inPage(
    views,
    async (page) => {
      await page.getByRole('switch').first().waitFor()
      await assertAccessible(page, 'a list')
      await page.goto(`${views}/${(await viewNamed('All unsolved tickets')).id}`)
      await page.getByText('3 tickets match now.').waitFor()
      await assertAccessible(page, 'an editor')
      assert.deepEqual(await illegibleParts(page, 'dark'), [])
      await page.setViewportSize(phone)
      await assertAccessible(page, 'an editor on a phone')
      await assertFitsWidth(page, 'an editor on a phone')
      await page.route('**/api/v2/views/preview?*', (route) => route.abort())
      await button(page, 'Remove column 1').click()
      await page.getByText('Nothing can be shown.').waitFor()
      await page.unroute('**/api/v2/views/preview?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('3 tickets match now.').waitFor()
      await page.route('**/api/v2/views/count_many?*', (route) => route.abort())
      await page.goto(views)
      await page.getByText('not counted').first().waitFor()
      await page.route('**/api/v2/views?*', (route) => route.abort())
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await page.goto(`${views}/999999`)
      await page.getByText('There is no such view').waitFor()
    },
    other,
  ))

test('the pages of views are for administrators', () =>
  withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await signIn(page, server.agent, views)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
    assert.deepEqual(complaints, [])
  }))
