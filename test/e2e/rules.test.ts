// Triggers and automations in the dashboard: written in the editor, refused at their lines, ordered, switched, restored, copied, deleted.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { assertAccessible, assertFitsWidth, phone, withPage } from './browser.ts'
import { startTestServer, type TestServer } from './server.ts'
import { rowOf, signIn } from './story.ts'

const folder = '/admin/objects_and_rules/business_rules'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const api = () => server.app.as(server.admin)
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const allOf = 'All of these conditions are met'

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

const triggerNamed = async (title: string) =>
  (await api().get(`/api/v2/triggers/search?${new URLSearchParams({ query: title })}`)).body.triggers.find(
    (one: { title: string }) => one.title === title,
  )

test('a trigger is written from definitions, refused at its lines, saved, restored from its history, cloned and deleted', () =>
  inPage('/admin', async (page) => {
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Triggers', exact: true }).click()
    await page.getByRole('button', { name: 'Add trigger' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Cannot be blank').waitFor()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()
    await group(page, 'Condition 1').getByText('Choose a field, or remove this line.').waitFor()
    await group(page, 'Action 1').getByText('Choose a field, or remove this line.').waitFor()

    await field(page, 'Name').fill('Night shift')
    await field(page, 'Field of condition 1').selectOption('priority')
    await field(page, 'Value of condition 1').selectOption('urgent')
    await page.getByText(/^0 tickets that are not closed meet these conditions now/).waitFor()
    // a new line gets the focus, and after a removal the one that takes its place
    const add = page.getByRole('group', { name: allOf }).getByRole('button', { name: 'Add condition' })
    await add.focus()
    await page.keyboard.press('Enter')
    await field(page, 'Field of condition 2').and(page.locator(':focus')).waitFor()
    await field(page, 'Field of condition 2').selectOption('status')
    await field(page, 'Operator of condition 2').selectOption('changed')
    await field(page, 'Value of condition 2').waitFor({ state: 'detached' })
    await add.click()
    await page.getByRole('button', { name: 'Remove condition 3' }).click()
    await field(page, 'Field of condition 2').and(page.locator(':focus')).waitFor()
    await field(page, 'Kind of action 1').selectOption('notification_user')
    await field(page, 'Value of action 1').selectOption('assignee_id')
    await field(page, 'Subject of action 1').fill('Urgent')
    await field(page, 'Text of action 1').fill('See ')
    await field(page, 'Insert a placeholder into the text of action 1').selectOption('ticket.link')
    assert.equal(await field(page, 'Text of action 1').inputValue(), 'See {{ticket.link}}')
    await page.getByRole('button', { name: 'Add action' }).click()
    await field(page, 'Kind of action 2').selectOption('current_tags')
    await page.getByRole('button', { name: 'Save' }).click()
    await group(page, 'Action 2').getByText('Value must be tags').waitFor()
    await field(page, 'Value of action 2').fill('night')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Night shift', level: 1 }).waitFor()
    const made = await triggerNamed('Night shift')
    assert.deepEqual(made.conditions.all, [
      { field: 'priority', operator: 'is', value: 'urgent' },
      { field: 'status', operator: 'changed', value: null },
    ])
    assert.deepEqual(made.actions, [
      { field: 'notification_user', value: ['assignee_id', 'Urgent', 'See {{ticket.link}}'] },
      { field: 'current_tags', value: 'night' },
    ])

    await field(page, 'Value of condition 1').selectOption('high')
    await menu.getByRole('link', { name: 'Automations' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving the trigger?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForEqual(async () => (await triggerNamed('Night shift')).conditions.all[0].value, 'high')
    // until the page has the answer, leaving it asks whether to leave without saving
    await page.locator('button[type="submit"]:not([aria-disabled])').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('list', { name: 'Revisions, the newest first' })
    await history.getByText('Priority is High').waitFor()
    await history.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await waitForEqual(async () => (await triggerNamed('Night shift')).conditions.all[0].value, 'urgent')
    await history.getByRole('button', { name: 'Restore' }).nth(1).waitFor()

    await page.getByRole('link', { name: 'Go to the trigger' }).click()
    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('heading', { name: 'Clone trigger' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Copy of Night shift', level: 1 }).waitFor()
    assert.equal((await triggerNamed('Copy of Night shift')).active, false)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor()
    assert.equal(await triggerNamed('Copy of Night shift'), undefined)
  }))

test('the list is searched and filtered, and ordered by keyboard and by drag', () =>
  inPage(`${folder}/triggers`, async (page) => {
    const readShownTitles = () => page.getByRole('row').locator('a').allTextContents()
    const readStoredTitles = async () =>
      (await api().get('/api/v2/triggers?per_page=100')).body.triggers.map((one: { title: string }) => one.title)
    await rowOf(page, 'Notify group of assignment').waitFor()
    const [first = '', second = '', third = ''] = await readShownTitles()
    const handle = page.getByRole('button', { name: `Move ${second}` })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText(`${second} is now number 1 of`).waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await waitForEqual(async () => (await readStoredTitles()).slice(0, 2), [second, first])
    await page.keyboard.press('ArrowDown')
    await waitForEqual(async () => (await readStoredTitles()).slice(0, 3), [first, second, third])
    const target = await rowOf(page, third).boundingBox()
    assert.ok(target !== null)
    await page.getByRole('button', { name: `Move ${first}` }).hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await waitForEqual(async () => (await readStoredTitles()).slice(0, 3), [second, third, first])
    assert.deepEqual((await readShownTitles()).slice(0, 3), [second, third, first])
    await page.getByRole('button', { name: `Actions for ${first}` }).click()
    await page.getByRole('menuitem', { name: 'Move to the top' }).click()
    await waitForEqual(async () => (await readStoredTitles())[0], first)
    await waitForEqual(async () => (await readShownTitles())[0], first)

    // the rules of a fresh account are not active in tests
    await page.getByRole('switch', { name: `${third} is active` }).focus()
    await page.keyboard.press('Space')
    await waitForEqual(async () => (await triggerNamed(third)).active, true)
    await page.getByRole('button', { name: 'Active', exact: true }).click()
    await rowOf(page, second).waitFor({ state: 'detached' })
    await rowOf(page, third).waitFor()
    await page.getByLabel('Search triggers').fill('nothing has this')
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, second).waitFor()

    await page.goto(`${folder}/trigger_categories`)
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByLabel('Name').fill('Escalations')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for Escalations' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await waitForEqual(
      async () => (await api().get('/api/v2/trigger_categories?sort=position')).body.trigger_categories.map(({ name }: any) => name),
      ['Escalations', 'Initial category'],
    )
    await page.getByRole('link', { name: 'Escalations' }).click()
    await page.getByRole('heading', { name: 'No trigger matches' }).waitFor()
  }))

test('a move among equal positions also sets apart the triggers of the next page', async () => {
  const { id: category_id } = (await api().post('/api/v2/trigger_categories', { trigger_category: { name: 'Ties' } })).body.trigger_category
  const conditions = { all: [{ field: 'status', operator: 'changed', value: null }] }
  const actions = [{ field: 'current_tags', value: 'tie' }]
  const titles = Array.from({ length: 102 }, (_none, index) => `Tie ${String(index).padStart(3, '0')}`)
  for (const title of titles) await api().post('/api/v2/triggers', { trigger: { title, category_id, position: 5, conditions, actions } })
  const readStoredTitles = async (page: number) =>
    (await api().get(`/api/v2/triggers?per_page=100&page=${page}&category_id=${category_id}`)).body.triggers.map(
      (one: { title: string }) => one.title,
    )
  await inPage(`${folder}/triggers`, async (page) => {
    await page.getByLabel('Category', { exact: true }).selectOption('Ties')
    await page.getByText('1–100 of 102').waitFor()
    await page.getByRole('button', { name: 'Move Tie 001' }).focus()
    await page.keyboard.press('ArrowUp')
    await waitForEqual(
      async () => [(await readStoredTitles(1)).slice(0, 3), await readStoredTitles(2)],
      [
        ['Tie 001', 'Tie 000', 'Tie 002'],
        ['Tie 100', 'Tie 101'],
      ],
    )
    await page.getByRole('button', { name: 'Next page' }).click()
    await rowOf(page, 'Tie 101').waitFor()
  })
})

test('an automation has conditions on hours, and is refused without what keeps it from repeating itself', () =>
  inPage(`${folder}/automations/new`, async (page) => {
    await field(page, 'Name').fill('Remind after a day')
    await field(page, 'Field of condition 1').selectOption('status')
    await field(page, 'Value of condition 1').selectOption('pending')
    await field(page, 'Kind of action 1').selectOption('notification_user')
    await field(page, 'Value of action 1').selectOption('requester_id')
    await field(page, 'Subject of action 1').fill('Are you there?')
    await field(page, 'Text of action 1').fill('We are waiting for you.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'The automation was not saved' }).waitFor()
    await page.getByRole('group', { name: allOf }).getByRole('button', { name: 'Add condition' }).click()
    await field(page, 'Field of condition 2').selectOption('PENDING')
    await field(page, 'Value of condition 2').fill('24')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Remind after a day', level: 1 }).waitFor()
  }))

test('the pages of rules are accessible, and a refused form fits a phone', () =>
  inPage(`${folder}/triggers`, async (page) => {
    await page.getByRole('switch').first().waitFor()
    await assertAccessible(page, 'a list')
    const { id } = await triggerNamed('Notify group of assignment')
    await page.goto(`${folder}/triggers/${id}`)
    await field(page, 'Text of action 1').waitFor()
    await assertAccessible(page, 'an editor')
    await page.goto(`${folder}/triggers/${id}/revisions`)
    await page.getByText('created it').waitFor()
    await assertAccessible(page, 'a history')
    await page.goto(`${folder}/automations/new`)
    await page.getByRole('button', { name: 'Save' }).click()
    await group(page, 'Action 1').getByRole('alert').waitFor()
    await page.setViewportSize(phone)
    await assertAccessible(page, 'a refused form')
    await assertFitsWidth(page, 'a refused form')
    await page.route('**/api/v2/automations?*', (route) => route.abort())
    await page.goto(`${folder}/automations`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.goto(`${folder}/triggers/999999`)
    await page.getByText('There is no such trigger').waitFor()
  }))

// the last one: afterwards agents are not listed any more
test('one of too many agents to list is found by name', async () => {
  await server.app.database.database.driver`
    insert into users (account_id, name, role, time_zone, locale, created_at, updated_at)
    select u.account_id, 'Agent number ' || n, 'agent', 'UTC', 'en-US', now(), now()
    from (select account_id from users where email = ${server.admin.email}) u, generate_series(1, 501) n`
  await inPage(`${folder}/triggers/new`, async (page) => {
    await field(page, 'Name').fill('For one agent')
    await field(page, 'Field of condition 1').selectOption('assignee_id')
    const agents = page.getByRole('combobox', { name: 'Value of condition 1' })
    await agents.fill('Agent number 499')
    await page.getByRole('option', { name: 'Agent number 499' }).click()
    await field(page, 'Kind of action 1').selectOption('priority')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'For one agent', level: 1 }).waitFor()
    const { value } = (await triggerNamed('For one agent')).conditions.all[0]
    assert.equal((await api().get(`/api/v2/users/${value}`)).body.user.name, 'Agent number 499')
    await page.reload()
    await agents.and(page.locator('[value="Agent number 499"]')).waitFor()
  })
})
