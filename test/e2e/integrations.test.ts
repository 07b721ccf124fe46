// Integrations in the dashboard, as worded in docs/reference/specification.md §5.5: the list, the checklists, and the guarded revocation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { setDeployment, setUp } from '../access.ts'
import { type Client, makeClient } from '../client.ts'
import { sessionFor } from '../system.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const path = '/admin/apps_and_integrations/integrations'
const password = 'correct horse battery'

interface Someone {
  id: number
  email: string
  password: string
}

const callAs = (server: TestServer, who: { email: string; password: string }): Client =>
  makeClient(server.base_url, { authorization: `Basic ${Buffer.from(`${who.email}:${who.password}`).toString('base64')}` })

async function makePerson(server: TestServer, name: string, access_person: object = { duties: [] }): Promise<Someone> {
  const api = callAs(server, server.admin)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { status, body } = await api.post('/api/v2/users', { user: { name, email, role: 'agent', password, verified: true } })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal((await api.put(`/api/v2/access_people/${body.user.id}`, { access_person })).status, 200)
  return { id: body.user.id, email, password }
}

/** Creates people with their duties; returns a function that creates an integration from an accepted access request. */
async function makeTeam(server: TestServer) {
  const manager = await makePerson(server, 'Max Manager')
  const requester = await makePerson(server, 'Rita Requester', { manager_id: manager.id })
  const provisioner = await makePerson(server, 'Paula Provisioner', { duties: ['provisioner'] })
  const bot = await makePerson(server, 'Integration Bot')
  await setUp(server.app, { access: { integration_bot_id: bot.id } })
  const post = async (who: Someone, to: string, body: object): Promise<any> => {
    const answer = await callAs(server, who).post(`/api/v2/${to}`, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  return async (kind: string, name: string, config: object) => {
    const access_request = {
      kind: 'integration',
      integration_kind: kind,
      scopes: ['users:read'],
      title: name,
      business_reason: 'Sales',
      use_case: 'Sync',
    }
    const { id } = (await post(requester, 'access_requests', { access_request })).access_request
    await post(manager, `access_requests/${id}/approve`, {})
    await post(provisioner, `access_requests/${id}/review`, { step: { reason: 'Sound' } })
    await post(provisioner, `access_requests/${id}/accept`, { step: { reason: 'Needed' } })
    const answer = await post(bot, 'integrations', { integration: { access_request_id: id, kind, name, config } })
    return { id: answer.integration.id as number, secret_id: answer.shared_secret?.id as number, requester }
  }
}

const LEDGER = { service: 'Acme books', owner_contact: 'ledger@example.com' }
const CHAT = { workspace: 'acme', channel: '#support', owner_contact: 'chat@example.com' }

async function openIntegrations(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.getByRole('link', { name: 'Administration' }).click()
  await menu.getByRole('link', { name: 'Integrations', exact: true }).click()
  await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
}

async function markAsDone(page: Page, title: string, note = ''): Promise<void> {
  await page.getByRole('button', { name: `Mark as done ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an integration is set up step by step, used, and revoked by typing its name; the other revocation steps are ticked', () =>
  runInBrowser(async ({ page, server }) => {
    const make = await makeTeam(server)
    const { id, secret_id, requester } = await make('oauth', 'Ledger', LEDGER)
    await signIn(page, server.admin)
    await openIntegrations(page)
    const row = rowOf(page, 'Ledger')
    await row.getByText('Being set up').waitFor()
    await row.getByText('1 of 4 steps done').waitFor()
    await row.getByText('Unused').waitFor()
    await row.getByRole('link', { name: 'Ledger' }).click()
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor()
    await page.getByText('by Rita Requester').waitFor()
    await assertAccessible(page, 'an integration that is being set up')

    // the requester opens the secret, and the program makes its first call
    const atRequester = await sessionFor(server.app, requester.id)
    const { value } = (await atRequester.post('/api/v2/shared_secrets/open', { open: { id: secret_id } })).body
    const bearer = makeClient(server.base_url, { authorization: `Bearer ${JSON.parse(value).access_token}`, 'user-agent': 'ledger/1' })
    assert.equal((await bearer.get('/api/v2/users')).status, 200)
    await server.app.running.server.requestLog.flush()

    await markAsDone(page, 'Enter the credentials in the third-party service', 'Entered by Rita')
    await page.getByText(/by Administrator: Entered by Rita/).waitFor()
    // the page shows the new state before it has read everything again, and moves the checklist; the message appears nevertheless
    const active = page.getByText('Active', { exact: true })
    await page.route('**/impact', async (route) => {
      await active.waitFor()
      await route.continue()
    })
    await markAsDone(page, 'See the first call arrive')
    await page.getByText('The integration is active', { exact: true }).waitFor()
    await page.unroute('**/impact')

    // 5.5 rule 2: an integration is much harder to revoke than an API token
    await page.reload()
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke Ledger?' })
    await dialog.getByText('1 OAuth client with 1 access token').waitFor()
    await dialog.getByText(/One program made 1 call with what it owns/).waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('Cannot be blank').waitFor()
    await dialog.getByText('Type the name of the integration as it stands').waitFor()
    await assertAccessible(page, 'the dialog of a revocation that was refused')
    assert.equal((await bearer.get('/api/v2/users')).status, 200, 'nothing has happened yet')
    await dialog.getByLabel('Reason').fill('The contract has ended')
    await dialog.getByLabel('Name of the integration').fill('Ledger')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await bearer.get('/api/v2/users')).status, 401)
    await page.getByText('Being revoked').waitFor()
    await page.getByText(/Removed: 1 OAuth client with 1 access token/).waitFor()
    await page.getByText('No credentials.').waitFor()

    await markAsDone(page, 'Disconnect in the third-party service')
    await page.getByRole('button', { name: 'Undo Disconnect in the third-party service' }).click()
    await page.getByRole('button', { name: 'Mark as done Disconnect in the third-party service' }).waitFor()
    await markAsDone(page, 'Disconnect in the third-party service')
    await markAsDone(page, 'See that it is silent', 'No calls for a day')
    await page.getByText('Revoked', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Revoke' }).count(), 0)
    assert.equal((await callAs(server, server.admin).get(`/api/v2/integrations/${id}`)).body.integration.state, 'revoked')
  }))

test('the list is filtered by state and text, and both are in the URL', () =>
  runInBrowser(async ({ page, server }) => {
    const make = await makeTeam(server)
    await make('oauth', 'Ledger', LEDGER)
    await make('chat', 'Support channel', CHAT)
    await signIn(page, server.admin, path)
    await rowOf(page, 'Support channel').getByText('Chat').waitFor()
    await page.getByRole('searchbox', { name: 'Search integrations' }).fill('books')
    await rowOf(page, 'Support channel').waitFor({ state: 'detached' })
    assert.equal(await rowOf(page, 'Ledger').count(), 1)
    await page.getByRole('button', { name: 'Revoked 0' }).click()
    await page.getByText('No integration matches').waitFor()
    await page.waitForURL((url) => url.searchParams.get('state') === 'revoked' && url.searchParams.get('q') === 'books')
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, 'Support channel').waitFor()
    await page.getByRole('button', { name: 'Actions for Support channel' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('heading', { name: 'Support channel', level: 1 }).waitFor()
    await page.getByText('No credentials.').waitFor()
  }))

test('without integrations the page says how to create one; the page of a missing one says so', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, path)
    await page.getByText('No integrations yet').waitFor()
    await assertAccessible(page, 'the empty list of integrations')
    await page.goto(`${path}/999999999`)
    await page.getByText('There is no such integration').waitFor()
    await setDeployment(server.app, 'government')
    await page.goto(path)
    await page.getByText('Requests for integrations are not supported on the government deployment').waitFor()
  }))

test('on a phone nothing scrolls sideways, and a row is a card', () =>
  runInBrowser(async ({ page, server }) => {
    const make = await makeTeam(server)
    const { id } = await make('webhook', 'A very long name of an integration that pages somebody at night', {
      service: 'Pager',
      target_url: `https://hooks.example.com/${'in/'.repeat(40)}`,
      owner_contact: 'pager@example.com',
    })
    await signIn(page, server.admin, path)
    await page.getByRole('link', { name: /A very long name/ }).waitFor()
    await assertFitsWidth(page, 'the list of integrations')
    await assertAccessible(page, 'the list of integrations on a phone')
    await page.goto(`${path}/${id}`)
    await page.getByText('Encrypted; it cannot be shown').waitFor()
    await assertFitsWidth(page, 'an integration')
    await page.getByRole('link', { name: /A very long name/ }).click()
    await page.getByText('Only the requester of its integration has it').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show the secret' }).count(), 0)
    await assertFitsWidth(page, 'the webhook of an integration')
    await page
      .getByRole('region', { name: 'Facts' })
      .getByRole('link', { name: /A very long name/ })
      .click()
    await page.getByText('Encrypted; it cannot be shown').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByLabel('Name of the integration').waitFor()
    await assertFitsWidth(page, 'the dialog of a revocation')
  }, phone))

test('ticking a step by keyboard returns the focus to its list', () =>
  runInBrowser(async ({ page, server }) => {
    const make = await makeTeam(server)
    const { id } = await make('chat', 'Support channel', CHAT)
    await signIn(page, server.admin, `${path}/${id}`)
    const opener = page.getByRole('button', { name: 'Mark as done Install the app in the workspace' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Note').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await opener.and(page.locator(':focus')).waitFor()
  }))
