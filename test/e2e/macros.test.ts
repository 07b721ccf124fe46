// Macros in the dashboard: written in the editor, refused, with files, tried on a ticket, copied, deleted; listed, found and ordered.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { assertAccessible, assertFitsWidth, phone, withPage } from './browser.ts'
import { startTestServer, type TestServer } from './server.ts'
import { rowOf, signIn } from './story.ts'

const folder = '/admin/objects_and_rules/business_rules/macros'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const api = () => server.app.as(server.admin)
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** Runs in a page of an administrator, and fails for any complaint of the browser. */
function inPage(path: string, work: (page: Page) => Promise<void>): Promise<void> {
  return withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await signIn(page, server.admin, path)
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

/** Waits until `read` answers something that is equal to what is expected. */
const waitForEqual = async (read: () => Promise<unknown>, expected: unknown) =>
  waitFor(async () => JSON.stringify(await read()), JSON.stringify(expected))

const listMacros = async (): Promise<any[]> => (await api().get('/api/v2/macros?per_page=100&sort_by=position')).body.macros
const macroNamed = async (title: string) => (await listMacros()).find((one) => one.title === title)

test('a macro is written from definitions, refused, saved with a file, tried on a ticket, cloned and deleted', async () => {
  const { group: billing } = (await api().post('/api/v2/groups', { group: { name: 'Billing' } })).body
  const requester = { name: 'Rosa Diaz', email: 'rosa@example.com' }
  const { ticket } = (
    await api().post('/api/v2/tickets', { ticket: { subject: 'No invoice', comment: { body: 'Where is it?' }, requester } })
  ).body
  const me = (await api().get('/api/v2/users/me')).body.user.id
  await inPage('/admin', async (page) => {
    const menu = page.getByRole('navigation', { name: 'Admin' })
    const save = () => page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Macros', exact: true }).click()
    await page.getByRole('button', { name: 'Add macro' }).click()
    await save()
    await page.getByText('Cannot be blank').waitFor()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()
    await group(page, 'Action 1').getByText('Choose a field, or remove this line.').waitFor()

    await field(page, 'Name').fill('Billing::Send the invoice')
    await field(page, 'Description').fill('With the invoice')
    await page.getByText('Agents in some groups', { exact: true }).click()
    await field(page, 'Kind of action 1').selectOption({ label: 'Comment/description' })
    await field(page, 'Text of action 1').fill('Hello ')
    await field(page, 'Insert a placeholder into the text of action 1').selectOption('ticket.requester.first_name')
    await page.getByRole('button', { name: 'Add action' }).click()
    await field(page, 'Kind of action 2').selectOption('status')
    await field(page, 'Value of action 2').selectOption('pending')
    await save()
    const problem = group(page, 'Groups').getByRole('alert').filter({ hasText: 'A group is required' })
    await problem.waitFor()
    assert.notEqual(await problem.evaluate('(element) => getComputedStyle(element).fontSize'), '0px')
    await group(page, 'Groups').getByText('Billing', { exact: true }).click()
    const file = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Thirty days') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('list', { name: 'Files' }).getByText('terms.txt 11 bytes').waitFor()
    await assertAccessible(page, 'an editor')
    await save()
    await page.getByRole('heading', { name: 'Billing::Send the invoice', level: 1 }).waitFor()
    const made = await macroNamed('Billing::Send the invoice')
    assert.deepEqual(made.actions, [
      { field: 'comment_value', value: ['channel:all', 'Hello {{ticket.requester.first_name}}'] },
      { field: 'status', value: 'pending' },
    ])
    assert.deepEqual(made.restriction, { type: 'Group', id: billing.id, ids: [billing.id] })
    assert.equal(made.attachments.length, 1)

    await field(page, 'Ticket number').fill('no number')
    await page.getByRole('button', { name: 'Show the changes' }).click()
    await page.getByText('Enter the number of a ticket').waitFor()
    await field(page, 'Ticket number').fill(`#${ticket.id}`)
    await page.getByRole('button', { name: 'Show the changes' }).click()
    const changes = page.getByRole('region', { name: `What the macro would change of ticket ${ticket.id}` })
    await changes.getByText('Hello Rosa', { exact: true }).waitFor()
    await changes.getByRole('list', { name: 'Status', exact: true }).getByText('Pending').waitFor()
    await assertAccessible(page, 'a macro tried on a ticket')

    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('heading', { name: 'Clone macro' }).waitFor()
    await page.getByText('The files are not copied').waitFor()
    await save()
    await page.getByRole('heading', { name: 'Copy of Billing::Send the invoice', level: 1 }).waitFor()
    const copy = await macroNamed('Copy of Billing::Send the invoice')
    assert.deepEqual([copy.active, copy.restriction], [false, made.restriction])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Macros', level: 1 }).waitFor()
    assert.equal(await macroNamed('Copy of Billing::Send the invoice'), undefined)
    await page.getByRole('link', { name: 'Billing::Send the invoice' }).click()
    await page.getByRole('button', { name: 'Remove terms.txt' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add file' }).and(page.locator(':focus')).waitFor()
    await page.getByText('Only me', { exact: true }).click()
    await menu.getByRole('link', { name: 'Automations' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving the macro?' }).getByRole('button', { name: 'Cancel' }).click()
    await save()
    await waitForEqual(
      async () => {
        const { restriction, attachments = [] } = await macroNamed('Billing::Send the invoice')
        return { restriction, attachments }
      },
      { restriction: { type: 'User', id: me }, attachments: [] },
    )
    assert.equal((await api().get(`/api/v2/tickets/${ticket.id}`)).body.ticket.status, ticket.status)
  })
})

test('macros are found by text, state and category, ordered by keyboard and by drag, and switched off', () =>
  inPage(folder, async (page) => {
    const readShownTitles = () => page.getByRole('row').locator('a').allTextContents()
    const readStoredTitles = async () => (await listMacros()).map(({ title }) => title)
    await rowOf(page, 'Take it').waitFor()
    await assertAccessible(page, 'a list')
    // those of a fresh account have one position
    const [first = '', second = '', third = ''] = await readShownTitles()
    const handle = page.getByRole('button', { name: `Move ${second}` })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText(`${second} is now number 1 of`).waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await waitForEqual(async () => (await readStoredTitles()).slice(0, 3), [second, first, third])
    const target = await rowOf(page, third).boundingBox()
    assert.ok(target !== null)
    await page.getByRole('button', { name: `Move ${second}` }).hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await waitForEqual(async () => (await readStoredTitles()).slice(0, 3), [first, third, second])
    assert.deepEqual((await readShownTitles()).slice(0, 3), [first, third, second])
    await page.getByRole('button', { name: `Actions for ${third}` }).click()
    await page.getByRole('menuitem', { name: 'Move to the top' }).click()
    await waitForEqual(async () => (await readStoredTitles())[0], third)

    await page.getByLabel('Category', { exact: true }).selectOption('Answer')
    await rowOf(page, 'Take it').waitFor({ state: 'detached' })
    await rowOf(page, 'Answer::Ask for more information').waitFor()
    await page.getByLabel('Search macros').fill('solved')
    await rowOf(page, 'Answer::Ask for more information').waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Answer::Tell the requester that it is solved is active' }).focus()
    await page.keyboard.press('Space')
    await waitForEqual(async () => (await macroNamed('Answer::Tell the requester that it is solved')).active, false)
    await page.getByRole('button', { name: 'Active', exact: true }).click()
    await page.getByRole('heading', { name: 'No macro matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, 'Take it').waitFor()

    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'a list')
    await page.goto(`${folder}/new`)
    await page.getByRole('button', { name: 'Save' }).click()
    await group(page, 'Action 1').getByRole('alert').waitFor()
    await assertAccessible(page, 'a refused form')
    await assertFitsWidth(page, 'a refused form')
    await page.route('**/api/v2/macros?*', (route) => route.abort())
    await page.goto(folder)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.goto(`${folder}/999999`)
    await page.getByText('There is no such macro').waitFor()
  }))

test('an action that names what is gone says so, an agent’s own macro stays theirs, and agents have no access to the pages', async () => {
  const agent = server.app.as(server.agent)
  const { ticket_field: custom } = (await api().post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Part' } })).body
  const actions = [
    { field: `custom_fields_${custom.id}`, value: 'x' },
    { field: 'status', value: 'open' },
  ]
  const { macro } = (await agent.post('/api/v2/macros', { macro: { title: 'Of an agent', restriction: { type: 'User' }, actions } })).body
  await api().delete(`/api/v2/ticket_fields/${custom.id}`)
  await inPage(`${folder}/${macro.id}`, async (page) => {
    await group(page, 'Action 1').getByText('The macro leaves it out until this line is changed or removed').waitFor()
    await page.getByRole('radio', { name: 'Only Agent' }).and(page.locator(':checked')).waitFor()
    await page.getByRole('button', { name: 'Remove action 1' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForEqual(
      async () => {
        const { restriction, actions: left } = (await agent.get(`/api/v2/macros/${macro.id}`)).body.macro
        return { restriction, left }
      },
      { restriction: macro.restriction, left: [{ field: 'status', value: 'open' }] },
    )
  })
  await withPage(server.base_url, undefined, async ({ page }) => {
    await signIn(page, server.agent, folder)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
  })
})
