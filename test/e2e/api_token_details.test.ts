// One API token in the dashboard: who calls with it, from where it may be used, and its rotation; and the tokens of access requests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { putDuties } from '../governance.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { callWithToken, rowOf, signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

const asAdmin = (server: TestServer) => server.app.as({ email: server.admin.email, password: server.admin.password })

async function makeToken(server: TestServer): Promise<{ id: number; token: string }> {
  const api_token = { description: 'https://issues.example.com/access/1' }
  return (await asAdmin(server).post('/api/v2/api_tokens', { api_token })).body.api_token
}

/** Calls as a program would, so that the log has entries. */
async function callAsProgram(server: TestServer, token: string, program: string, times: number): Promise<void> {
  const client = server.app.as({ email: server.admin.email, token })
  for (let time = 0; time < times; time += 1) await client.get('/api/v2/users/me', { 'user-agent': program })
  await server.app.running.server.requestLog.flush()
}

const openToken = (page: Page, id: number) => page.goto(`${tokensPath}/${id}`)

test('before a token is deactivated the dialog says what breaks', () =>
  runInBrowser(async ({ page, server }) => {
    const { token } = await makeToken(server)
    await callAsProgram(server, token, 'nightly/2.1', 3)
    await callAsProgram(server, token, 'export/1.0', 1)
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const popUp = page.getByRole('dialog', { name: 'Deactivate this API token?' })
    await popUp.getByText('In the last 30 days 4 calls from 2 callers.').waitFor()
    await popUp.getByText('nightly/2.1').waitFor()
    await assertAccessible(page, 'the pop-up with its impact')
    await popUp.getByRole('button', { name: 'Deactivate' }).click()
    await rowOf(page, 'access/1').getByText('Inactive', { exact: true }).waitFor()
    assert.equal(await callWithToken(server, token), 401)
  }))

test('a token can be deactivated even when the log cannot say what breaks', () =>
  runInBrowser(async ({ page, server }) => {
    await makeToken(server)
    await signIn(page, server.admin, tokensPath)
    await page.route('**/impact', (route) => route.fulfill({ status: 403, json: { error: { title: 'Forbidden', message: 'Not now.' } } }))
    await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByText('Who calls with it is unknown: Not now.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await rowOf(page, 'access/1').getByText('Inactive', { exact: true }).waitFor()
  }))

test('the page of a token shows its callers and endpoints, and is linked from the list', () =>
  runInBrowser(async ({ page, server }) => {
    const { token } = await makeToken(server)
    await callAsProgram(server, token, 'nightly/2.1', 3)
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('link', { name: /^Details of dhp_/ }).click()
    await page.getByRole('heading', { name: 'API token', level: 1, exact: true }).waitFor()
    await page.getByText('In the last 30 days 3 calls from 1 caller.').waitFor()
    const callers = page.getByRole('table', { name: 'Callers' })
    await callers.getByText('nightly/2.1').waitFor()
    await callers.getByText(`127.0.0.1 as ${server.admin.email}`).waitFor()
    await page.getByRole('table', { name: 'Endpoints' }).getByText('/api/v2/users/me').waitFor()
    await assertAccessible(page, 'the page of a token')
  }))

test('allowed addresses and a budget are set on the token, and invalid ones are refused at the field', () =>
  runInBrowser(async ({ page, server }) => {
    const { id, token } = await makeToken(server)
    await signIn(page, server.admin, `${tokensPath}/${id}`)
    const addresses = page.getByLabel('Allowed addresses')
    await addresses.fill('everywhere')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('"everywhere" is no address or network').waitFor()
    await addresses.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await addresses.fill('192.0.2.0/24\n2001:db8::/32')
    await page.getByLabel('Calls a minute').fill('60')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Limits saved').waitFor()
    assert.equal(await callWithToken(server, token), 403)
    await page.reload()
    assert.equal(await addresses.inputValue(), '192.0.2.0/24\n2001:db8::/32')
    assert.equal(await page.getByLabel('Calls a minute').inputValue(), '60')
  }))

test('a token is rotated: the new value is shown once, both work, and late callers are named', () =>
  runInBrowser(async ({ page, server }) => {
    const { id, token } = await makeToken(server)
    await signIn(page, server.admin, `${tokensPath}/${id}`)
    await page.getByLabel('Silent days').fill('0')
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('Silent days').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Silent days').fill('3')
    await page.getByRole('button', { name: 'Rotate' }).click()
    const value = await page.getByLabel('Token', { exact: true }).inputValue()
    assert.match(value, /^dhp_\w{39}$/)
    assert.deepEqual([await callWithToken(server, token), await callWithToken(server, value)], [200, 200])
    await callAsProgram(server, token, 'nightly/2.1', 2)
    await openToken(page, id)
    await page.getByText('This one is deactivated after 3 silent days.').waitFor()
    await page.getByRole('table', { name: 'Late callers' }).getByText('nightly/2.1').waitFor()
    assert.doesNotMatch(await page.content(), new RegExp(value))
    await page.getByRole('link', { name: 'to this token' }).click()
    await page.getByRole('button', { name: 'Rotate' }).waitFor()
  }))

test('the page of a missing token says that it does not exist', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, `${tokensPath}/999999`)
    await page.getByRole('alert').getByText('There is no such API token').waitFor()
    await openToken(page, 999_998)
    await page.getByRole('alert').getByText('There is no such API token').waitFor()
  }))

test('the page of a token fits a phone', () =>
  runInBrowser(async ({ page, server }) => {
    const { id, token } = await makeToken(server)
    await callAsProgram(server, token, `${'a-very-long-name-of-a-program'.repeat(5)}/1.0`, 1)
    await signIn(page, server.admin, `${tokensPath}/${id}`)
    await page.getByRole('table', { name: 'Callers' }).waitFor()
    await assertFitsWidth(page, 'the page of a token')
    await assertAccessible(page, 'the page of a token on a phone')
  }, phone))

// @source docs/reference/specification.md §5.6.4, §5.6.5, §5.6.7, §5.6.8
test('an accepted access request is chosen from a list; Save shows the value, Create and hand over never does', () =>
  runInBrowser(async ({ page, server }) => {
    const requests = await acceptedRequests(server, 2)
    await signIn(page, server.admin, `${tokensPath}/new`)
    const [first, second] = requests as [AcceptedRequest, AcceptedRequest]
    await page.getByLabel('Accepted access request').selectOption({ label: `${first.title} — Agent` })
    assert.equal(await page.getByLabel('Description').inputValue(), first.page_url)
    await assertAccessible(page, 'the form with a chosen request')
    // the sequence of the specification ends with Save, so Enter triggers it
    await page.getByLabel('Description').press('Enter')
    const field = page.getByLabel('Token', { exact: true })
    assert.match(await field.inputValue(), /^dhp_/)
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, first.page_url).getByText('Active', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add API token' }).click()
    await page.getByLabel('Description').fill(second.page_url)
    await page.getByText('End, binding and limits').click()
    await page.getByLabel('Calls a minute').fill('30')
    await page.getByRole('button', { name: 'Create and hand over' }).click()
    await page.getByText('Its value waits for the requester as a one-time secret').waitFor()
    await rowOf(page, second.page_url).getByText('Active', { exact: true }).waitFor()
    const { api_tokens } = (await asAdmin(server).get('/api/v2/api_tokens')).body
    assert.equal(api_tokens.find(({ description }: { description: string }) => description === second.page_url).per_minute, 30)
    assert.equal(await field.count(), 0)
    assert.doesNotMatch(await page.content(), /dhp_\w{39}/)
  }))

interface AcceptedRequest {
  title: string
  page_url: string
}

/** Requests of the agent that are waiting to be issued; the administrator is the engineer. */
async function acceptedRequests(server: TestServer, count: number): Promise<AcceptedRequest[]> {
  const { app, agent } = server
  const admin = asAdmin(server)
  const governed = { ...app, api: admin }
  const createPerson = async (name: string) => {
    const user = { name, email: `${name}@example.com`, role: 'agent', password: agent.password, verified: true }
    const { id } = (await admin.post('/api/v2/users', { user })).body.user
    return { id: id as number, api: app.as({ email: user.email, password: user.password }) }
  }
  const manager = await createPerson('manager')
  const provisioner = await createPerson('provisioner')
  const requester = app.as(agent)
  await putDuties(governed, (await requester.get('/api/v2/users/me')).body.user.id, [], manager.id)
  await putDuties(governed, provisioner.id, ['provisioner'])
  await putDuties(governed, (await admin.get('/api/v2/users/me')).body.user.id, ['engineer'])
  const accepted: AcceptedRequest[] = []
  for (let made = 1; made <= count; made += 1) {
    const access_request = { kind: 'api_token', title: `Nightly export ${made}`, business_reason: 'Sales', use_case: 'A script' }
    const { id } = (await requester.post('/api/v2/access_requests', { access_request })).body.access_request
    const postStep = (who: typeof admin, name: string) => who.post(`/api/v2/access_requests/${id}/${name}`, { step: { reason: 'Sound' } })
    await postStep(manager.api, 'approve')
    await postStep(provisioner.api, 'review')
    const { status, body } = await postStep(provisioner.api, 'accept')
    assert.equal(status, 200, JSON.stringify(body))
    accepted.push(body.access_request)
  }
  return accepted
}
