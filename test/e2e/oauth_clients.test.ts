// The life of an OAuth client in the dashboard: registered, changed, given a new secret, its tokens revoked, deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { defineStatement } from '#db/builder.ts'
import { registerClient, type RegisteredClient } from '../oauth.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const clientsPath = '/admin/apps_and_integrations/oauth_clients'

const ask = async (server: TestServer, client_id: string, client_secret: string) =>
  (await server.app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret, scope: 'read' })).status
const register = (server: TestServer, more: object = {}): Promise<RegisteredClient> =>
  registerClient({ api: server.app.as(server.admin) }, more)

/** Writes scopes as they could be before a fixed list of scopes existed. */
const writeCeiling = defineStatement<unknown>('update oauth_clients set scopes = $3 where account_id = $1 and id = $2')
const insertCeiling = async ({ app }: TestServer, id: number, scopes: string[]) =>
  app.database.database.run(writeCeiling(app.account_id, id, scopes))

/** Reads the secret, which is shown only once. */
async function takeSecret(page: Page): Promise<string> {
  const field = page.getByLabel('Secret', { exact: true })
  await field.waitFor()
  const secret = await field.inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

test('a client is added from the menu, its secret is shown once and works, its settings are changed', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'OAuth clients' }).click()
    await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor()
    await page.getByRole('button', { name: 'Add OAuth client' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ticket Mirror')
    await page.getByLabel('Identifier').fill('ticket-mirror')
    await page.getByLabel('Redirect addresses').fill('https://mirror.example.com/cb\nhttp://localhost:3000/cb')
    await page.getByText('Only chosen ones', { exact: true }).click()
    await page.getByText('See everything you can see', { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const secret = await takeSecret(page)
    assert.match(secret, /^dhc_\w{39}$/)
    assert.equal(await ask(server, 'ticket-mirror', secret), 200)
    await rowOf(page, 'Ticket Mirror').getByText('Confidential').waitFor()
    assert.doesNotMatch(await page.content(), new RegExp(secret))

    await page.getByRole('link', { name: 'Ticket Mirror' }).click()
    await page.getByRole('heading', { name: 'Ticket Mirror', level: 1 }).waitFor()
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/24')
    await page.getByLabel('Calls a minute').fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('OAuth client saved').waitFor()
    assert.equal(await ask(server, 'ticket-mirror', secret), 400)
    await page.reload()
    assert.equal(await page.getByLabel('Allowed addresses').inputValue(), '192.0.2.0/24')
    assert.equal(await page.getByLabel('Redirect addresses').inputValue(), 'https://mirror.example.com/cb\nhttp://localhost:3000/cb')
  }))

test('scopes are chosen from a list by keyboard, and unknown ones can be removed', () =>
  runInBrowser(async ({ page, server }) => {
    const { id } = await register(server, { scopes: ['tickets:read'] })
    await insertCeiling(server, id, ['tickets:read', 'weather:read'])
    const readCeiling = async () => (await server.app.as(server.admin).get(`/api/v2/oauth/clients/${id}`)).body.client.scopes
    await signIn(page, server.admin, `${clientsPath}/${id}`)
    const narrow = page.getByRole('group', { name: 'Scopes of one kind of record' })
    const known = (await server.app.as(server.admin).get('/api/v2/deskhand/oauth_scopes')).body.scopes
    // only people grant it, when they are asked
    const scopes = known.filter(({ scope }: { scope: string }) => scope !== 'in_person')
    const isBroad = ({ is_broad }: { is_broad: boolean }) => is_broad
    await narrow.getByRole('checkbox', { name: 'See tickets and their comments', checked: true }).waitFor()
    assert.equal(await narrow.getByRole('checkbox').count(), scopes.filter((one: { is_broad: boolean }) => !isBroad(one)).length)
    const broad = page.getByRole('group', { name: 'Scopes over everything' })
    assert.equal(await broad.getByRole('checkbox').count(), scopes.filter(isBroad).length)

    await page.getByText('Chosen: tickets:read, weather:read').waitFor()
    // a refusal is shown at the list, and its first box gets the focus
    const everything = broad.getByRole('checkbox', { name: 'See everything you can see' })
    const assertSaveRefused = async (sentence: string) => {
      await page.getByRole('button', { name: 'Save' }).click()
      await broad.getByRole('alert').filter({ hasText: sentence }).waitFor()
      await everything.and(page.locator(':focus')).waitFor()
    }
    await everything.focus()
    await page.keyboard.press('Space')
    await assertSaveRefused('unknown: "weather:read"')
    const unlisted = page.getByRole('group', { name: 'Other scopes' }).getByRole('checkbox', { name: 'weather:read' })
    await unlisted.focus()
    await page.keyboard.press('Space')
    await unlisted.and(page.locator(':focus')).waitFor()
    await assertSaveRefused('tickets:read is contained in a broader scope')
    await page.keyboard.press('Space')

    await narrow.getByRole('checkbox', { name: 'Create, change and delete users' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('OAuth client saved').waitFor()
    assert.deepEqual(await readCeiling(), ['tickets:read', 'users:write'])

    await page.getByRole('radio', { name: 'Any' }).focus()
    await page.keyboard.press('Space')
    await narrow.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    while ((await readCeiling()) !== null) await page.waitForTimeout(50)
    // choosing none is not the same as "any"
    await page.getByText('Only chosen ones', { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await broad.getByRole('alert').filter({ hasText: 'cannot be empty' }).waitFor()
    assert.equal(await readCeiling(), null)
  }))

test('server errors are shown at their fields, and the first of them gets the focus', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, `${clientsPath}/new`)
    await page.getByLabel('Redirect addresses').fill('http://example.com/cb')
    await page.getByLabel('Calls a minute').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('"http://example.com/cb" must be an absolute HTTPS URL without a fragment').waitFor()
    await page.getByText('Must be null or a number from 1 to 1000000').waitFor()
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 4)
    assert.equal(await page.getByText('The client was not saved').count(), 0)
  }))

test('a new secret may overlap with the previous one, and is shown once', () =>
  runInBrowser(async ({ page, server }) => {
    const { id, client_id, client_secret } = await register(server)
    await signIn(page, server.admin, `${clientsPath}/${id}`)
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByText('Works for another day').click()
    await page.getByRole('button', { name: 'Make new secret' }).click()
    await page.getByText('Previous secret').waitFor()
    const secret = await takeSecret(page)
    assert.deepEqual([await ask(server, client_id, client_secret), await ask(server, client_id, secret)], [200, 200])
    await page.getByText(secret.slice(0, 10)).waitFor()
    await page.getByText('Previous secret').waitFor()
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByText('Ends at once').click()
    await page.getByRole('button', { name: 'Make new secret' }).click()
    const last = await takeSecret(page)
    assert.deepEqual([await ask(server, client_id, secret), await ask(server, client_id, last)], [401, 200])
    await page.getByText('Previous secret').waitFor({ state: 'detached' })
  }))

test('a token of the client is revoked, and the client is deleted with the others', () =>
  runInBrowser(async ({ page, server }) => {
    const { id, client_id, client_secret } = await register(server, { name: 'Doomed' })
    const requestToken = async () =>
      (await server.app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret, scope: 'read' })).body
        .access_token as string
    const first = await requestToken()
    const second = await requestToken()
    const statusOf = async (bearer: string) => (await server.app.as({ bearer }).get('/api/v2/groups')).status
    await signIn(page, server.admin, `${clientsPath}/${id}`)
    await page.getByRole('button', { name: new RegExp(`^Actions for .*${first.slice(0, 10)}`) }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await rowOf(page, first.slice(0, 10)).waitFor({ state: 'detached' })
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200])
    await page.getByRole('button', { name: 'Delete' }).click()
    const popUp = page.getByRole('dialog', { name: 'Delete this OAuth client?' })
    await popUp.getByText(client_id).waitFor()
    await popUp.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await popUp.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor()
    assert.equal(await statusOf(second), 401)
    await page.goto(`${clientsPath}/${id}`)
    await page.getByText('There is no such OAuth client').waitFor()
  }))

test('the list is searched, and the search is in the URL', () =>
  runInBrowser(async ({ page, server }) => {
    for (const name of ['Alpha', 'Beta', 'Gamma']) await register(server, { name })
    await signIn(page, server.admin, clientsPath)
    await page.getByLabel('Search OAuth clients').fill('bet')
    await rowOf(page, 'Alpha').waitFor({ state: 'detached' })
    await page.waitForURL('**?q=bet')
    await page.reload()
    await rowOf(page, 'Beta').waitFor()
    assert.equal(await rowOf(page, 'Gamma').count(), 0)
    await page.getByLabel('Search OAuth clients').fill('nothing')
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, 'Gamma').waitFor()
  }))

for (const { name, viewport } of [
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
  { name: 'a phone', viewport: phone },
]) {
  test(`every page and state of OAuth clients is accessible and fits the width of ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      const check = async (state: string) => {
        await assertAccessible(page, `${state} on ${name}`)
        await assertFitsWidth(page, `${state} on ${name}`)
      }
      await signIn(page, server.admin, clientsPath)
      await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor()
      await check('the empty list')
      const long = { name: `A client ${'with a long name '.repeat(8)}`, company: 'x'.repeat(120), identifier: 'i'.repeat(200) }
      const { id, client_id, client_secret } = await register(server, { ...long, scopes: ['tickets:read'] })
      await insertCeiling(server, id, ['tickets:read', `${'s'.repeat(80)}:read`])
      await ask(server, client_id, client_secret)
      await server.app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret, scope: 'tickets:read' })
      await page.reload()
      await page.getByText('Confidential').waitFor()
      await check('a list with a very long client')
      await page.goto(`${clientsPath}/${id}`)
      await page.getByRole('button', { name: /^Actions for/ }).waitFor()
      await check('a client with a token')
      await page.getByRole('button', { name: 'New secret' }).click()
      await check('the form of a new secret')
      await page.getByRole('button', { name: 'Make new secret' }).click()
      await page.getByLabel('Secret', { exact: true }).waitFor()
      await check('a new secret')
      await page.goto(`${clientsPath}/new`)
      await page.getByText('Only chosen ones', { exact: true }).click()
      await page.getByRole('group', { name: 'Scopes of one kind of record' }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await check('a refused form')
      await page.route('**/api/v2/oauth/clients?*', (route) => route.abort())
      await page.goto(clientsPath)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await check('a list that could not be loaded')
    }, viewport))
}
