// SLA policies in the dashboard: written in the editor, refused at their lines and cells, ordered, cloned, deleted.

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
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const confirm = (page: Page, name: string): Promise<void> => page.getByRole('dialog').getByRole('button', { name }).click()

/** Runs in a page of a user, and fails for any complaint of the browser. */
function inPage(path: string, work: (page: Page) => Promise<void>, who = server.admin): Promise<void> {
  return withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await signIn(page, who, path)
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

/** Waits until `read` answers something that is equal to what is expected. */
const becomes = async (read: () => Promise<unknown>, expected: unknown) =>
  waitFor(async () => JSON.stringify(await read()), JSON.stringify(expected))

const policies = async () => (await api().get('/api/v2/slas/policies')).body.sla_policies
const titles = async () => (await policies()).map(({ title }: { title: string }) => title)

/** Saves the form with another name. Once the page has that title, the form is no longer busy. */
async function saveAs(page: Page, name: string): Promise<void> {
  await field(page, 'Name').fill(name)
  await button(page, 'Save').click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Opens a page below Business rules by the menu. */
async function openByMenu(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('button', { name: 'Objects and rules' }).click()
  await menu.getByRole('button', { name: 'Business rules' }).click()
  await menu.getByRole('link', { name: title, exact: true }).click()
}

test('an SLA policy is written from definitions, refused at its lines and cells, saved, cloned and deleted', async () => {
  const made = await api().post('/api/v2/organizations', { organization: { name: 'Harbour works' } })
  assert.equal(made.status, 201)
  await inPage('/admin', async (page) => {
    await openByMenu(page, 'SLA policies')
    await page.getByRole('heading', { name: 'No SLA policies yet' }).waitFor()
    await button(page, 'Add SLA policy').click()
    await button(page, 'Save').click()
    await page.getByText('Cannot be blank').waitFor()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()
    await field(page, 'Name').fill('Harbour')

    const add = group(page, 'All of these conditions are met').getByRole('button', { name: 'Add condition' })
    await add.click()
    await field(page, 'Field of condition 1').selectOption('organization_id')
    await page.getByRole('combobox', { name: 'Value of condition 1' }).fill('Harb')
    await page.getByRole('option', { name: 'Harbour works' }).click()
    await page.getByText(/^0 tickets that are not closed meet these conditions now/).waitFor()
    await add.click()
    await field(page, 'Field of condition 2').selectOption('via_id')
    await field(page, 'Operator of condition 2').selectOption('includes')
    await add.click()
    await field(page, 'First reply time, urgent').fill('soon')
    await field(page, 'First reply time, low').fill('1h 30m')
    await field(page, 'Hours of first reply time, low').selectOption('Business')
    await button(page, 'Save').click()
    await group(page, 'Condition 2').getByRole('alert').waitFor()
    await group(page, 'Condition 3').getByText('Choose a field, or remove this line.').waitFor()
    await group(page, 'First reply time').getByText('Write a time such as 8h or 1h 30m').waitFor()
    await page.setViewportSize(phone)
    await assertAccessible(page, 'a refused SLA policy')
    await assertFitsWidth(page, 'a refused SLA policy')
    await page.setViewportSize({ width: 1280, height: 800 })

    await button(page, 'Remove condition 3').click()
    await group(page, 'Value of condition 2').getByText('Email', { exact: true }).click()
    await field(page, 'First reply time, urgent').fill('30m')
    await field(page, 'Total resolution time, urgent').fill('8h')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
    const [{ filter, policy_metrics }] = await policies()
    assert.deepEqual(filter.all, [
      { field: 'organization_id', operator: 'is', value: made.body.organization.id },
      { field: 'via_id', operator: 'includes', value: [4] },
    ])
    assert.deepEqual(policy_metrics, [
      { priority: 'urgent', metric: 'first_reply_time', target: 30, business_hours: false },
      { priority: 'low', metric: 'first_reply_time', target: 90, business_hours: true },
      { priority: 'urgent', metric: 'total_resolution_time', target: 480, business_hours: false },
    ])

    // what was loaded is shown as it was written, and a condition on what is gone does not keep the rest from being saved
    assert.equal((await api().delete(`/api/v2/organizations/${made.body.organization.id}`)).status, 204)
    await page.reload()
    await field(page, 'First reply time, low').and(page.locator('[value="1h 30m"]')).waitFor()
    await field(page, 'Description').fill('For ships')
    await page.getByRole('link', { name: 'SLA policies', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving the SLA policy?' }).getByRole('button', { name: 'Cancel' }).click()
    await field(page, 'First reply time, urgent').fill('')
    await saveAs(page, 'Ships')
    const [changed] = await policies()
    assert.deepEqual([changed.description, changed.policy_metrics.length, changed.filter], ['For ships', 2, filter])

    await button(page, 'Remove condition 1').click()
    await saveAs(page, 'Harbour')
    assert.equal((await policies())[0].filter.all.length, 1)
    await button(page, 'Clone').click()
    await page.getByRole('heading', { name: 'Clone SLA policy' }).waitFor()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Copy of Harbour', level: 1 }).waitFor()
    await becomes(titles, ['Harbour', 'Copy of Harbour'])
    await button(page, 'Delete').click()
    await confirm(page, 'Delete')
    await page.getByRole('heading', { name: 'SLA policies', level: 1 }).waitFor()
    await rowOf(page, 'Copy of Harbour').waitFor({ state: 'detached' })
    await rowOf(page, 'First reply time, total resolution time').waitFor()
    await becomes(titles, ['Harbour'])
  })
})

test('SLA policies are found, and ordered by keyboard and by drag, among those that are not shown', async () => {
  for (const { id } of await policies()) assert.equal((await api().delete(`/api/v2/slas/policies/${id}`)).status, 204)
  for (const title of ['Gold', 'Silver', 'Bronze', 'Silver plate'])
    assert.equal((await api().post('/api/v2/slas/policies', { sla_policy: { title } })).status, 201)
  await inPage(`${folder}/sla_policies`, async (page) => {
    const handle = button(page, 'Move Silver')
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Silver is now number 1 of 4').waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await becomes(titles, ['Silver', 'Gold', 'Bronze', 'Silver plate'])
    await page.keyboard.press('ArrowUp')
    await page.getByText('Silver cannot go further here').waitFor({ state: 'attached' })
    const target = await rowOf(page, 'Bronze').boundingBox()
    assert.ok(target !== null)
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await becomes(titles, ['Gold', 'Bronze', 'Silver', 'Silver plate'])
    await button(page, 'Actions for Silver plate').click()
    await page.getByRole('menuitem', { name: 'Move to the top' }).click()
    await becomes(titles, ['Silver plate', 'Gold', 'Bronze', 'Silver'])

    await page.getByLabel('Search SLA policies').fill('silver')
    await rowOf(page, 'Gold').waitFor({ state: 'detached' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await becomes(titles, ['Silver', 'Silver plate', 'Gold', 'Bronze'])
    await page.getByLabel('Search SLA policies').fill('nothing has this')
    await button(page, 'Show all').click()
    await rowOf(page, 'Gold').waitFor()
    await assertAccessible(page, 'the list of SLA policies')

    // a move that fails is reported, and the list shows the true order
    await page.route('**/api/v2/slas/policies/reorder', (route) => route.abort())
    await button(page, 'Move Gold').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('The server could not be reached').waitFor()
    await becomes(() => page.getByRole('row').locator('a').allTextContents(), ['Silver', 'Silver plate', 'Gold', 'Bronze'])

    await page.route('**/api/v2/slas/policies', (route) => route.abort())
    await page.goto(`${folder}/sla_policies`)
    await button(page, 'Try again').waitFor()
    await page.goto(`${folder}/sla_policies/999999`)
    await page.getByText('There is no such SLA policy').waitFor()
  })
  await inPage(`${folder}/sla_policies`, (page) => page.getByRole('heading', { name: /access/i }).waitFor(), server.agent)
})
