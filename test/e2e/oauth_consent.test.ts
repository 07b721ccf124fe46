// The consent page: a program asks a user for access; the user signs in, reads what it requests, and allows or denies it.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makePkce, registerClient, type RegisteredClient } from '../oauth.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

/** The program's own web server, which the browser returns to. */
const program = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><html lang="en"><title>The program</title><h1>Back at the program</h1><p>${request.method}</p>`)
})
let callback = ''
before(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/cb`
})
after(() => program.close())

const register = (server: TestServer, more: object = {}) =>
  registerClient(
    { api: server.app.as(server.admin) },
    { name: 'Ticket Mirror', company: 'Example Ltd', description: 'Keeps a copy of your tickets.', redirect_uri: [callback], ...more },
  )
const addressOf = ({ client_id }: RegisteredClient, more: Record<string, string> = {}) =>
  `/oauth/authorizations/new?${new URLSearchParams({ response_type: 'code', client_id, redirect_uri: callback, scope: 'tickets:read write', ...more }).toString()}`

async function passSignIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the browser is back at the program; returns the query it came with. */
async function backAtProgram(page: Page): Promise<URLSearchParams> {
  await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
  return new URL(page.url()).searchParams
}

const exchange = (server: TestServer, { client_id, client_secret }: RegisteredClient, code: string | null, more: object = {}) =>
  server.app
    .as({})
    .post('/oauth/tokens', { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: callback, code, ...more })

test('a visitor signs in, reads who asks for what, and allows it: the program gets a code that works', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    // this value would change if a router parsed it as JSON
    const state = '1e5'
    await page.goto(addressOf(client, { state }))
    await page.waitForURL('**/sign-in?return_to=*')
    await passSignIn(page, server.agent)
    await page.getByRole('heading', { name: 'Allow Ticket Mirror?' }).waitFor()
    await page.getByText('Ticket Mirror by Example Ltd asks to act for you').waitFor()
    await page.getByText('Keeps a copy of your tickets.').waitFor()
    const asked = page.getByRole('list', { name: 'What it will be able to do' })
    assert.deepEqual(await asked.getByRole('listitem').allInnerTexts(), [
      'See tickets and their comments\ntickets:read',
      'Create, change and delete everything you can\nBroad\nwrite',
    ])
    await page.getByText(`Agent (${server.agent.email})`).waitFor()
    await page.getByText(new URL(callback).host).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    const answer = await backAtProgram(page)
    assert.deepEqual([answer.get('state'), answer.get('iss')], [state, server.base_url])
    const { status, body } = await exchange(server, client, answer.get('code'))
    assert.equal(status, 200, JSON.stringify(body))
    const me = (await server.app.as({ bearer: body.access_token }).get('/api/v2/oauth/tokens/current')).body.token
    assert.deepEqual(me.scopes, ['tickets:read', 'write'])
  }))

test('denying returns access_denied and nothing else', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.admin)
    await page.goto(addressOf(client, { state: '{"a": 1}' }))
    await page.getByRole('button', { name: 'Deny' }).click()
    const answer = await backAtProgram(page)
    assert.deepEqual([answer.get('error'), answer.get('state'), answer.get('code')], ['access_denied', '{"a": 1}', null])
  }))

test('a public client with PKCE is allowed by keyboard alone', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server, { kind: 'public' })
    const { code_verifier, ...challenge } = makePkce()
    await signIn(page, server.admin)
    await page.goto(addressOf(client, challenge))
    const allow = page.getByRole('button', { name: 'Allow' })
    await tabTo(page, allow)
    await page.keyboard.press('Enter')
    const code = (await backAtProgram(page)).get('code')
    const answer = await exchange(server, client, code, { client_secret: undefined, code_verifier })
    assert.equal(answer.status, 200)
  }))

test('a request of an unknown client, or with a foreign redirect URI, is reported on the page and redirects nowhere', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.admin)
    for (const [address, sentence] of [
      [addressOf(client, { client_id: 'nobody' }), 'No client has this client_id'],
      [addressOf(client, { redirect_uri: `${callback}/` }), 'redirect_uri is none of the addresses registered for this client'],
      [`${addressOf(client)}&redirect_uri=https://evil.example/`, 'redirect_uri must be sent once, as text'],
      ['/oauth/authorizations/new', 'client_id is missing'],
    ] as const) {
      await page.goto(address)
      await page.getByRole('heading', { name: 'This request cannot be answered' }).waitFor()
      await page.getByRole('alert').getByText(sentence).waitFor()
      assert.equal(new URL(page.url()).origin, server.base_url)
      assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
    }
  }))

test('an error that only the program can fix is returned to it at once', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.admin)
    await page.goto(addressOf(client, { response_type: 'token', state: 's' }))
    const answer = await backAtProgram(page)
    assert.deepEqual([answer.get('error'), answer.get('state')], ['unsupported_response_type', 's'])
  }))

test('another user can sign in instead, and returns to the same request', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.admin)
    await page.goto(addressOf(client, { state: '007' }))
    await page.getByRole('button', { name: /Sign in as another user/ }).click()
    await page.waitForURL('**/sign-in?return_to=*')
    await passSignIn(page, server.agent)
    await page.getByText(server.agent.email).waitFor()
    await page.getByRole('button', { name: 'Deny' }).click()
    assert.equal((await backAtProgram(page)).get('state'), '007')
  }))

test('reloading the sign-in page keeps the request exactly as it was sent', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await page.goto(addressOf(client, { state: '12345678901234567890' }))
    await page.waitForURL('**/sign-in?return_to=*')
    await page.reload()
    await passSignIn(page, server.agent)
    await page.getByRole('button', { name: 'Deny' }).click()
    assert.equal((await backAtProgram(page)).get('state'), '12345678901234567890')
  }))

test('a session that has ended leads to the sign-in page and back to the request', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.agent)
    await page.goto(addressOf(client, { state: 'true' }))
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/sign-in?return_to=*')
    await passSignIn(page, server.agent)
    await page.getByRole('button', { name: 'Allow' }).click()
    assert.equal((await backAtProgram(page)).get('state'), 'true')
  }))

for (const { name, viewport } of [
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
  { name: 'a phone', viewport: phone },
]) {
  test(`the page of consent is accessible and fits the width of ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      const long = 'A program with quite a long name that does not fit on a line of a phone'
      const client = await register(server, { name: long, description: 'x'.repeat(200) })
      await signIn(page, server.admin)
      await page.goto(addressOf(client, { scope: 'read impersonate tickets users:write organizations:write triggers:read' }))
      await page.getByRole('button', { name: 'Allow' }).waitFor()
      await assertAccessible(page, `the question on ${name}`)
      await assertFitsWidth(page, `the question on ${name}`)
      await page.goto(addressOf(client, { client_id: 'nobody' }))
      await page.getByRole('alert').waitFor()
      await assertAccessible(page, `a broken request on ${name}`)
      await assertFitsWidth(page, `a broken request on ${name}`)
    }, viewport))
}

test('the page cannot be framed, and its URL is not sent as a referrer', () =>
  runInBrowser(async ({ page, server }) => {
    const response = await page.goto(addressOf(await register(server)))
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(await response?.headerValue('x-frame-options'), 'DENY')
    assert.equal(await response?.headerValue('referrer-policy'), 'same-origin')
    assert.equal(await response?.headerValue('cache-control'), 'no-store')
  }))

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    if ((await target.and(page.locator(':focus')).count()) === 1) return
  }
  assert.fail('Tab does not reach the control')
}

test('an administrator lets a program ask for it, and the consent warns that it will decide in one’s name', () =>
  runInBrowser(async ({ page, server }) => {
    const client = await register(server)
    await signIn(page, server.admin, `/admin/apps_and_integrations/oauth_clients/${client.id}`)
    await page.getByText('May decide about access in people’s names').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('OAuth client saved').waitFor()
    await page.goto(addressOf(client, { scope: 'read write in_person' }))
    await page.getByRole('alert').filter({ hasText: 'It will decide about access in your name' }).waitFor()
    const asked = page.getByRole('list', { name: 'What it will be able to do' })
    await asked.getByText('Decide about access in your name').waitFor()
    await assertAccessible(page, 'the consent to decide')
    await page.getByRole('button', { name: 'Allow' }).click()
    const { body } = await exchange(server, client, (await backAtProgram(page)).get('code'))
    assert.equal(body.scope, 'read write in_person')
  }))
