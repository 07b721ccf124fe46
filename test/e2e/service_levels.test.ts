// SLA policies and group SLA policies in the dashboard: written in the editor, refused at their lines and cells, ordered, cloned, deleted. Schedules: their hours
// and holidays.

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
const waitForEqual = async (read: () => Promise<unknown>, expected: unknown) =>
  waitFor(async () => JSON.stringify(await read()), JSON.stringify(expected))

const listPolicies = async () => (await api().get('/api/v2/slas/policies')).body.sla_policies
const listTitles = async () => (await listPolicies()).map(({ title }: { title: string }) => title)

/** Saves the form with another name. Once the page has that title, the form is no longer busy. */
async function saveAs(page: Page, name: string): Promise<void> {
  await field(page, 'Name').fill(name)
  await button(page, 'Save').click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** The sentence at the first target of a form that has no target. */
const askedForTarget = (page: Page, metric: string): Locator => group(page, metric).getByText('without any the policy does nothing')

/** Opens a page below Business rules by the menu. */
async function openByMenu(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.getByRole('link', { name: 'Administration' }).click()
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
    await askedForTarget(page, 'First reply time').waitFor()
    await field(page, 'Name').fill('Harbour')
    await button(page, 'Save').click()
    await page.getByText('Cannot be blank').waitFor({ state: 'detached' })
    await askedForTarget(page, 'First reply time').waitFor()
    await field(page, 'First reply time, urgent').and(page.locator(':focus')).waitFor()
    assert.deepEqual(await listPolicies(), [])

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
    const [{ filter, policy_metrics }] = await listPolicies()
    assert.deepEqual(filter.all, [
      { field: 'organization_id', operator: 'is', value: made.body.organization.id },
      { field: 'via_id', operator: 'includes', value: [4] },
    ])
    assert.deepEqual(policy_metrics, [
      { priority: 'urgent', metric: 'first_reply_time', target: 30, business_hours: false },
      { priority: 'low', metric: 'first_reply_time', target: 90, business_hours: true },
      { priority: 'urgent', metric: 'total_resolution_time', target: 480, business_hours: false },
    ])

    // a saved policy does not lose its last target either
    for (const name of ['First reply time, urgent', 'First reply time, low', 'Total resolution time, urgent'])
      await field(page, name).fill('')
    await button(page, 'Save').click()
    await askedForTarget(page, 'First reply time').waitFor()
    assert.equal((await listPolicies())[0].policy_metrics.length, 3)

    // what was loaded is shown as it was written, and a condition on what is gone does not keep the rest from being saved
    assert.equal((await api().delete(`/api/v2/organizations/${made.body.organization.id}`)).status, 204)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await field(page, 'First reply time, low').and(page.locator('[value="1h 30m"]')).waitFor()
    await field(page, 'Description').fill('For ships')
    await page.getByRole('link', { name: 'SLA policies', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving the SLA policy?' }).getByRole('button', { name: 'Cancel' }).click()
    await field(page, 'First reply time, urgent').fill('')
    await saveAs(page, 'Ships')
    const [changed] = await listPolicies()
    assert.deepEqual([changed.description, changed.policy_metrics.length, changed.filter], ['For ships', 2, filter])

    await button(page, 'Remove condition 1').click()
    await saveAs(page, 'Harbour')
    assert.equal((await listPolicies())[0].filter.all.length, 1)
    await button(page, 'Clone').click()
    await page.getByRole('heading', { name: 'Clone SLA policy' }).waitFor()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Copy of Harbour', level: 1 }).waitFor()
    await waitForEqual(listTitles, ['Harbour', 'Copy of Harbour'])
    await button(page, 'Delete').click()
    await confirm(page, 'Delete')
    await page.getByRole('heading', { name: 'SLA policies', level: 1 }).waitFor()
    await rowOf(page, 'Copy of Harbour').waitFor({ state: 'detached' })
    await rowOf(page, 'First reply time, total resolution time').waitFor()
    await waitForEqual(listTitles, ['Harbour'])
  })
})

test('SLA policies are found, and ordered by keyboard and by drag, among those that are not shown', async () => {
  for (const { id } of await listPolicies()) assert.equal((await api().delete(`/api/v2/slas/policies/${id}`)).status, 204)
  for (const title of ['Gold', 'Silver', 'Bronze', 'Silver plate'])
    assert.equal((await api().post('/api/v2/slas/policies', { sla_policy: { title } })).status, 201)
  await inPage(`${folder}/sla_policies`, async (page) => {
    const handle = button(page, 'Move Silver')
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Silver is now number 1 of 4').waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await waitForEqual(listTitles, ['Silver', 'Gold', 'Bronze', 'Silver plate'])
    await page.keyboard.press('ArrowUp')
    await page.getByText('Silver cannot go further here').waitFor({ state: 'attached' })
    const target = await rowOf(page, 'Bronze').boundingBox()
    assert.ok(target !== null)
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await waitForEqual(listTitles, ['Gold', 'Bronze', 'Silver', 'Silver plate'])
    await button(page, 'Actions for Silver plate').click()
    await page.getByRole('menuitem', { name: 'Move to the top' }).click()
    await waitForEqual(listTitles, ['Silver plate', 'Gold', 'Bronze', 'Silver'])

    await page.getByLabel('Search SLA policies').fill('silver')
    await rowOf(page, 'Gold').waitFor({ state: 'detached' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await waitForEqual(listTitles, ['Silver', 'Silver plate', 'Gold', 'Bronze'])
    await page.getByLabel('Search SLA policies').fill('nothing has this')
    await button(page, 'Show all').click()
    await rowOf(page, 'Gold').waitFor()
    await assertAccessible(page, 'the list of SLA policies')

    // a move that fails is reported, and the list shows the true order
    await page.route('**/api/v2/slas/policies/reorder', (route) => route.abort())
    await button(page, 'Move Gold').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('The server could not be reached').waitFor()
    await waitForEqual(() => page.getByRole('row').locator('a').allTextContents(), ['Silver', 'Silver plate', 'Gold', 'Bronze'])

    await page.route('**/api/v2/slas/policies', (route) => route.abort())
    await page.goto(`${folder}/sla_policies`)
    await button(page, 'Try again').waitFor()
    await page.goto(`${folder}/sla_policies/999999`)
    await page.getByText('There is no such SLA policy').waitFor()
  })
  await inPage(`${folder}/sla_policies`, (page) => page.getByRole('heading', { name: /access/i }).waitFor(), server.agent)
})

const groupPolicies = async () => (await api().get('/api/v2/group_slas/policies')).body.group_sla_policies
const groupTitles = async () => (await groupPolicies()).map(({ title }: { title: string }) => title)

test('a group SLA policy is for groups, has one metric, and is saved, cloned, ordered and deleted', async () => {
  const made = await api().post('/api/v2/groups', { group: { name: 'Docks' } })
  assert.equal(made.status, 201)
  await inPage('/admin', async (page) => {
    await openByMenu(page, 'Group SLA policies')
    await page.getByRole('heading', { name: 'No group SLA policies yet' }).waitFor()
    await button(page, 'Add group SLA policy').click()
    await field(page, 'Name').fill('Docks')
    await button(page, 'Remove condition 1').click()
    await button(page, 'Save').click()
    await askedForTarget(page, 'Group ownership time').waitFor()
    await field(page, 'Group ownership time, urgent').fill('soon')
    await button(page, 'Save').click()
    await group(page, 'Groups').getByText('You must select at least one group.').waitFor()
    assert.deepEqual(await groupPolicies(), [])
    await group(page, 'Groups').getByRole('button', { name: 'Add condition' }).click()
    await field(page, 'Field of condition 1').selectOption('group_id')
    await field(page, 'Group ownership time, low').fill('1h 30m')
    await field(page, 'Hours of group ownership time, low').selectOption('Business')
    await button(page, 'Save').click()
    await group(page, 'Condition 1').getByText('You must select at least one group.').waitFor()
    await group(page, 'Group ownership time').getByText('Write a time such as 8h or 1h 30m').waitFor()
    await page.setViewportSize(phone)
    await assertAccessible(page, 'a refused group SLA policy')
    await assertFitsWidth(page, 'a refused group SLA policy')
    await page.setViewportSize({ width: 1280, height: 800 })
    await group(page, 'Value of condition 1').getByText('Docks', { exact: true }).click()
    await field(page, 'Group ownership time, urgent').fill('90s')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Docks', level: 1 }).waitFor()
    const [saved] = await groupPolicies()
    assert.deepEqual(saved.filter, { all: [{ field: 'group_id', operator: 'includes', value: [made.body.group.id] }] })
    assert.deepEqual(saved.policy_metrics, [
      { priority: 'urgent', metric: 'group_ownership_time', target: 90, business_hours: false },
      { priority: 'low', metric: 'group_ownership_time', target: 5400, business_hours: true },
    ])

    await page.reload()
    await field(page, 'Group ownership time, urgent').and(page.locator('[value="1m 30s"]')).waitFor()
    await field(page, 'Description').fill('For ships')
    await saveAs(page, 'Piers')
    const [changed] = await groupPolicies()
    assert.deepEqual([changed.description, changed.policy_metrics, changed.filter], ['For ships', saved.policy_metrics, saved.filter])
    await button(page, 'Clone').click()
    await page.getByRole('heading', { name: 'Clone group SLA policy' }).waitFor()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Copy of Piers', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Group SLA policies', exact: true }).first().click()

    await rowOf(page, 'Urgent 1m 30s, low 1h 30m').first().waitFor()
    const handle = button(page, 'Move Copy of Piers')
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Copy of Piers is now number 1 of 2').waitFor({ state: 'attached' })
    await handle.and(page.locator(':focus')).waitFor()
    await waitForEqual(groupTitles, ['Copy of Piers', 'Piers'])
    const target = await page.getByRole('row').nth(2).boundingBox()
    assert.ok(target !== null)
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await waitForEqual(groupTitles, ['Piers', 'Copy of Piers'])
    await assertAccessible(page, 'the list of group SLA policies')

    await button(page, 'Actions for Copy of Piers').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await waitForEqual(groupTitles, ['Piers'])
    await page.getByRole('link', { name: 'Piers', exact: true }).click()
    await button(page, 'Delete').click()
    await confirm(page, 'Delete')
    await page.getByRole('heading', { name: 'No group SLA policies yet' }).waitFor()
    await page.goto(`${folder}/group_sla_policies/01ARZ3NDEKTSV4RRFFQ69G5FAV`)
    await page.getByText('There is no such group SLA policy').waitFor()
    await page.route('**/api/v2/group_slas/policies', (route) => route.abort())
    await page.goto(`${folder}/group_sla_policies`)
    await button(page, 'Try again').waitFor()
  })
  await inPage(`${folder}/group_sla_policies`, (page) => page.getByRole('heading', { name: /access/i }).waitFor(), server.agent)
})

test('a schedule has hours that do not overlap, and holidays', () =>
  inPage('/admin', async (page) => {
    const listSchedules = async () => (await api().get('/api/v2/business_hours/schedules')).body.schedules
    for (const { id } of await listSchedules()) assert.equal((await api().delete(`/api/v2/business_hours/schedules/${id}`)).status, 204)
    await openByMenu(page, 'Schedules')
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
    await button(page, 'Add schedule').click()
    await button(page, 'Add').click()
    await page.getByText('Cannot be blank').waitFor()
    await field(page, 'Name').fill('Berlin')
    await field(page, 'Time zone').selectOption('Europe/Berlin')
    await button(page, 'Add').click()
    await page.getByRole('heading', { name: 'Berlin', level: 1 }).waitFor()

    // by keyboard: a second pair of hours after a break, whose choices leave out what is taken
    await field(page, 'End of Monday').selectOption('12:00')
    const monday = group(page, 'Monday')
    await monday.getByRole('button', { name: 'Add hours' }).focus()
    await page.keyboard.press('Enter')
    await field(page, 'Start of Monday, 2').and(page.locator(':focus')).waitFor()
    const starts = await field(page, 'Start of Monday, 2').getByRole('option').allTextContents()
    assert.deepEqual([starts[0], starts.at(-1)], ['12:00', '23:45'])
    await field(page, 'Start of Monday, 2').selectOption('23:00')
    await field(page, 'End of Monday, 2').selectOption('24:00')
    await button(page, 'Remove hours of Friday').click()
    await group(page, 'Friday').getByText('Closed').waitFor()
    await group(page, 'Friday').getByRole('button', { name: 'Add hours' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Schedules', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving the schedule?' }).getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Save hours').click()
    const makeInterval = (day: number, start: number, end: number) => ({
      start_time: day * 1440 + start * 60,
      end_time: day * 1440 + end * 60,
    })
    await waitForEqual(
      async () => (await listSchedules())[0].intervals,
      [makeInterval(1, 9, 12), makeInterval(1, 23, 24), makeInterval(2, 9, 17), makeInterval(3, 9, 17), makeInterval(4, 9, 17)],
    )

    const now = (await api().get('/api/v2/users/me')).body.user.created_at.slice(0, 10)
    await button(page, 'Add holiday').click()
    await confirm(page, 'Add')
    await page.getByRole('dialog').getByText('Cannot be blank').waitFor()
    await field(page, 'First day').fill(now)
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Founding day')
    await confirm(page, 'Add')
    await rowOf(page, 'Founding day').waitFor()
    await button(page, 'Actions for Founding day').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await field(page, 'Last day').fill('2001-01-01')
    await confirm(page, 'Save')
    await page.getByRole('dialog').getByText('Is invalid').waitFor()
    await field(page, 'Last day').fill('')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Foundation day')
    await confirm(page, 'Save')
    await rowOf(page, 'Foundation day').waitFor()
    const listHolidays = async () =>
      (await api().get(`/api/v2/business_hours/schedules/${(await listSchedules())[0].id}/holidays`)).body.holidays
    assert.deepEqual(
      (await listHolidays()).map(({ id: _id, ...rest }: any) => rest),
      [{ name: 'Foundation day', start_date: now, end_date: now }],
    )
    await page.setViewportSize(phone)
    await assertAccessible(page, 'a schedule')
    await assertFitsWidth(page, 'a schedule')
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Actions for Foundation day').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await waitForEqual(listHolidays, [])

    await field(page, 'Name').fill('Head office')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Head office', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Schedules', exact: true }).first().click()
    await rowOf(page, 'Mon 09:00–12:00, 23:00–24:00; Tue–Thu 09:00–17:00').waitFor()
    await assertAccessible(page, 'the list of schedules')
    await page.getByLabel('Search schedules').fill('nothing has this')
    await button(page, 'Show all').click()
    await page.getByRole('link', { name: 'Head office' }).click()
    await button(page, 'Delete').click()
    await confirm(page, 'Delete')
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
    await waitForEqual(listSchedules, [])
    await page.goto(`${folder}/schedules/999999`)
    await page.getByText('There is no such schedule').waitFor()
  }))
