// Webhooks in the dashboard: written, refused, tested, called, replayed, copied and deleted; secrets and what others wrote stay where they belong.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '../receiver.ts'
import { assertAccessible, assertFitsWidth, phone, withPage } from './browser.ts'
import { putCalls } from './full_desk.ts'
import { startTestServer, type TestServer } from './server.ts'
import { rowOf, signIn } from './story.ts'

const list = '/admin/apps_and_integrations/webhooks'
const HOSTILE = '<b class="evil">not bold</b>'

const receiver = await useReceiver()
let server: TestServer
before(async () => {
  server = await startTestServer(MAY_CALL_RECEIVER)
})
after(() => server.stop())

const api = () => server.app.as(server.admin)
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const waitForTitle = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const dialog = (page: Page): Locator => page.getByRole('dialog')
const listWebhooks = async (): Promise<any[]> => (await api().get('/api/v2/webhooks?sort=name')).body.webhooks
const findWebhook = async (name: string): Promise<any> => (await listWebhooks()).find((one) => one.name === name)
const callsOf = async (id: string): Promise<any[]> => (await api().get(`/api/v2/webhooks/${id}/invocations`)).body.invocations
const statusesOf = async (id: string) => (await callsOf(id)).map(({ status }) => status)
const secretOf = async (id: string): Promise<string> =>
  (await api().get(`/api/v2/webhooks/${id}/signing_secret`)).body.signing_secret.secret

/** Waits until `read` answers something that is equal to what is expected. */
const waitForEqual = async (read: () => Promise<unknown>, expected: unknown) =>
  waitFor(async () => JSON.stringify(await read()), JSON.stringify(expected))

async function createWebhook(given: object): Promise<string> {
  const members = { status: 'active', http_method: 'POST', request_format: 'json', endpoint: receiver.url }
  const { status, body } = await api().post('/api/v2/webhooks', { webhook: { ...members, ...given } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

/** Runs in a page of an administrator, and fails for any complaint of the browser. */
function inPage(path: string, work: (page: Page) => Promise<void>, viewport?: typeof phone): Promise<void> {
  return withPage(server.base_url, viewport, async ({ page, complaints }) => {
    await signIn(page, server.admin, path)
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

/** Everything the page shows and has in its fields. */
const contentOf = (page: Page) =>
  page.evaluate<string>(
    `document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()`,
  )

test('a webhook is written, refused at its fields, tested, saved, called by events, and replayed', () =>
  inPage('/admin', async (page) => {
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await button(page, 'Add webhook').click()

    await button(page, 'Save').click()
    await page.getByText('Cannot be blank').first().waitFor()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()
    await field(page, 'Name').fill('Pager')
    await field(page, 'Description').fill(HOSTILE)
    await field(page, 'Endpoint').fill('ftp://example.org')
    await field(page, 'Basic').press('Space')
    await field(page, 'User name').fill('me')
    await button(page, 'Save').click()
    await page.getByText('Must be an HTTP or HTTPS address').waitFor()
    await page.getByText('Enter the password').waitFor()
    await field(page, 'Endpoint').fill(`${receiver.url}/in`)
    await field(page, 'Password').fill('plain to see')
    for (const [row, name] of ['X-Team', 'x-team'].entries()) {
      await button(page, 'Add header').click()
      await field(page, `Name of header ${row + 1}`).fill(name)
      await field(page, `Value of header ${row + 1}`).fill('night')
    }
    await page.getByText('The header x-team is in two rows').waitFor()
    await button(page, 'Remove header 2').click()

    // what others wrote is text
    receiver.answer((_call, response) => response.writeHead(418, { 'content-type': 'text/html' }).end(HOSTILE))
    await button(page, 'Send test call').click()
    await page.getByText('Answered with 418').waitFor()
    await page.getByRole('region', { name: 'Body of the response' }).getByText(HOSTILE).waitFor()
    const { headers, body } = receiver.calls.at(-1) ?? assert.fail('nobody was called')
    const basic = `Basic ${Buffer.from('me:plain to see').toString('base64')}`
    assert.deepEqual([headers.authorization, headers['x-team'], body], [basic, 'night', '{"message": "This is a test"}'])

    await button(page, 'Save').click()
    await waitForTitle(page, 'Pager')
    await page.getByText('Basic, as me').waitFor()
    await card(page, 'Facts').getByText('by Administrator').waitFor()
    assert.equal(await page.locator('.evil').count(), 0)
    const { id } = await findWebhook('Pager')
    assert.deepEqual((await findWebhook('Pager')).custom_headers, { 'X-Team': 'night' })

    // the signing secret is in the page while it is shown
    const first = await secretOf(id)
    assert.ok(!(await contentOf(page)).includes(first))
    await button(page, 'Show the secret').click()
    assert.equal(await field(page, 'Secret').inputValue(), first)
    await button(page, 'Hide the secret').click()
    await button(page, 'Show the secret').waitFor()
    assert.ok(!(await contentOf(page)).includes(first))
    await button(page, 'Reset').click()
    await dialog(page).getByRole('button', { name: 'Reset' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const second = await field(page, 'Secret').inputValue()
    assert.deepEqual([second === first, second === (await secretOf(id))], [false, true])

    // the stored password is not shown, and stays
    await button(page, 'Edit').click()
    await waitForTitle(page, 'Edit Pager')
    assert.equal(await field(page, 'Password').inputValue(), '')
    assert.ok(!(await contentOf(page)).includes('plain to see'))
    await field(page, 'Events').press('Space')
    await page.getByRole('group', { name: 'User events' }).getByLabel('Created', { exact: true }).press('Space')
    await button(page, 'Save').click()
    await waitForEqual(async () => (await findWebhook('Pager')).subscriptions, ['zen:event-type:user.created'])
    await page.getByText('Chosen: User: Created').waitFor()

    receiver.answer((_call, response) => response.writeHead(500).end(HOSTILE))
    assert.equal((await api().post('/api/v2/users', { user: { name: 'Somebody new' } })).status, 201)
    await waitForEqual(() => statusesOf(id), ['failed'])
    await page.getByRole('link', { name: 'Go to the webhook and its calls' }).click()
    await rowOf(page, 'Failed').getByText('500').waitFor()
    await field(page, 'Status').selectOption('success')
    await page.getByText('No call matches').waitFor()
    await button(page, 'Show all').click()
    await rowOf(page, 'Failed').getByRole('link').click()
    await waitForTitle(page, 'Call of Pager')
    await card(page, 'Attempt 1').getByRole('region', { name: 'Body of the request' }).getByText('zen:event-type:user.created').waitFor()
    await page.getByRole('region', { name: 'Headers of the request' }).getByText('Authorization: [hidden]').waitFor()
    await page.getByRole('region', { name: 'Body of the response' }).getByText(HOSTILE).waitFor()
    assert.equal(await page.locator('.evil').count(), 0)

    receiver.answer((_call, response) => response.writeHead(200).end('Taken'))
    const [call] = await callsOf(id)
    await button(page, 'Replay').click()
    await card(page, 'Attempt 1').getByText('Success', { exact: true }).waitFor()
    const repeated = receiver.calls.at(-1)?.headers ?? {}
    assert.deepEqual([repeated['x-deskhand-webhook-replay-of'], repeated.authorization], [call.id, basic])
    await page.getByRole('link', { name: 'Go to the webhook' }).click()
    await button(page, 'Replay calls').click()
    await dialog(page).getByRole('button', { name: 'Replay' }).click()
    await dialog(page).getByText('Cannot be blank').waitFor()
    await dialog(page).getByLabel('From').fill('2020-01-01T00:00')
    await dialog(page).getByRole('button', { name: 'Replay' }).click()
    await dialog(page).getByText('There is nothing to repeat').waitFor()
    await dialog(page).getByLabel('Which calls').selectOption('success')
    await dialog(page).getByRole('button', { name: 'Replay' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await waitForEqual(() => statusesOf(id), ['success', 'success', 'failed'])
    await waitForEqual(() => rowOf(page, 'Success').count(), 2)
    await button(page, 'Deactivate').click()
    await button(page, 'Activate').waitFor()
    assert.equal(await button(page, 'Replay calls').isDisabled(), true)
    assert.equal((await findWebhook('Pager')).status, 'inactive')
  }))

test('webhooks are found, show their failures, are switched by keyboard, copied and deleted unless a rule calls them', async () => {
  const used = await createWebhook({ name: 'Used by a rule' })
  const night = await createWebhook({
    name: 'Night',
    description: 'Wakes people',
    authentication: { type: 'bearer_token', data: { token: 'a token' } },
  })
  const action = { field: 'notification_webhook', value: [used, '{}'] }
  const trigger = { title: 'Page somebody', conditions: { all: [{ field: 'status', operator: 'is', value: 'new' }] }, actions: [action] }
  assert.equal((await api().post('/api/v2/triggers', { trigger })).status, 201)
  receiver.answer((_call, response) => response.writeHead(404).end())
  assert.equal((await api().post('/api/v2/tickets', { ticket: { subject: 'Night', comment: { body: 'Help' } } })).status, 201)
  await waitForEqual(() => statusesOf(used), ['terminated'])
  await inPage(list, async (page) => {
    await rowOf(page, 'Used by a rule').getByText('1 of 1 failed').waitFor()
    await rowOf(page, 'Night').getByText('None').waitFor()
    await page.getByRole('searchbox', { name: 'Search webhooks' }).fill('wakes')
    await rowOf(page, 'Used by a rule').waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Night is active' }).focus()
    await page.keyboard.press('Space')
    await waitForEqual(async () => (await findWebhook('Night')).status, 'inactive')
    await button(page, 'Active 0').click()
    await page.getByText('No webhook matches').waitFor()
    await button(page, 'Show all').click()

    await button(page, 'Actions for Night').click()
    await page.getByRole('menuitem', { name: 'Clone' }).click()
    await waitForTitle(page, 'Edit Night (copy)')
    const copy = await findWebhook('Night (copy)')
    assert.deepEqual([copy.status, copy.authentication.type], ['inactive', 'bearer_token'])
    assert.notEqual(await secretOf(copy.id), await secretOf(night))
    // leaving with something unsaved is asked about
    await field(page, 'Name').fill('Other')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Webhooks' }).click()
    await dialog(page).getByRole('button', { name: 'Leave' }).click()
    await waitForTitle(page, 'Webhooks')
    await page.getByRole('link', { name: 'Night (copy)' }).click()
    await button(page, 'Delete').click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await waitForTitle(page, 'Webhooks')
    assert.equal(await findWebhook('Night (copy)'), undefined)

    await page.getByRole('button', { name: 'Actions for Used by a rule' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The webhook is used by active rules: "Page somebody"').waitFor()
    assert.equal((await findWebhook('Used by a rule')).id, used)
  })
})

test('the pages are accessible, fit a phone, and are for administrators', async () => {
  const members = { authentication: { type: 'api_key', data: { name: 'X-Key', value: 'a key' } }, custom_headers: { 'X-Team': 'night' } }
  const id = await createWebhook({ name: 'Shown', subscriptions: ['zen:event-type:organization.created'], ...members })
  receiver.answer((_call, response) => response.writeHead(200).end('Taken'))
  assert.equal((await api().post('/api/v2/organizations', { organization: { name: 'Heard of' } })).status, 201)
  await waitForEqual(() => statusesOf(id), ['success'])
  const [call] = await callsOf(id)
  const busy = await createWebhook({ name: 'Busy' })
  const last = await putCalls(server.app, busy, '{}')
  const check = async (page: Page, state: string) => {
    await assertAccessible(page, state)
    await assertFitsWidth(page, state)
  }
  await inPage(
    list,
    async (page) => {
      await rowOf(page, 'Shown').waitFor()
      await check(page, 'the list of webhooks')
      await page.goto(`${list}/${id}/edit`)
      await waitForTitle(page, 'Edit Shown')
      await button(page, 'Send test call').click()
      await page.getByText('Answered with 200').waitFor()
      assert.equal(receiver.calls.at(-1)?.headers['x-key'], 'a key')
      await check(page, 'the form of a webhook')
      await page.goto(`${list}/${id}`)
      await rowOf(page, 'Success').waitFor()
      await check(page, 'a webhook')
      await button(page, 'Replay calls').click()
      await dialog(page).getByLabel('From').waitFor()
      await check(page, 'the dialog of a replay')
      await page.goto(`${list}/${id}/invocations/${call.id}`)
      await card(page, 'Attempt 1').waitFor()
      await check(page, 'a call')
      await page.goto(`${list}/${busy}`)
      await rowOf(page, last).waitFor()
      await waitForEqual(() => page.getByRole('row').count(), 51)
      await button(page, 'Older').click()
      await waitForEqual(() => page.getByRole('row').count(), 11)
      await button(page, 'Newer').click()
      await rowOf(page, last).waitFor()
      await page.goto(`${list}/01KAAAAAAAAAAAAAAAAAAAAAAA`)
      await page.getByText('There is no such webhook').waitFor()
    },
    phone,
  )
  await withPage(server.base_url, undefined, async ({ page }) => {
    await signIn(page, server.agent, list)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
  })
})
