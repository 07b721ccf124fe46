// Signing in and out: access to the dashboard, and what happens when a session ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './browser.ts'
import { rowOf, signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

test('a visitor signs in and is then redirected to the requested page', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await page.goto(`${tokensPath}?status=active`)
    await page.waitForURL('**/sign-in?return_to=*')
    await page.getByLabel('E-mail').fill(server.admin.email)
    await page.getByLabel('Password').fill(server.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**${tokensPath}?status=active`)
    await rowOf(page, 'access/1').waitFor()
  }))

test('a wrong password is refused with one message that does not say which part was wrong', () =>
  runInBrowser(async ({ page, server }) => {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(server.admin.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('That did not match').waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    assert.equal(new URL(page.url()).pathname, '/sign-in')
  }))

test('a return path to another host is not followed', () =>
  runInBrowser(async ({ page, server }) => {
    await page.goto('/sign-in?return_to=//evil.example/admin')
    await page.getByLabel('E-mail').fill(server.admin.email)
    await page.getByLabel('Password').fill(server.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    assert.equal(page.url(), `${server.base_url}/admin`)
  }))

test('an agent who is not an administrator sees that the dashboard is not for them', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.agent, tokensPath)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Admin' }).count(), 0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }))

test('signing out ends the session, and the dashboard requires signing in again', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/admin')
    await page.waitForURL('**/sign-in?return_to=*')
  }))

test('a session that ends while a page is open leads to the sign-in page and back', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    await rowOf(page, 'access/1').waitFor()
    await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByText('Nobody has called with it').waitFor()
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.waitForURL('**/sign-in?return_to=*')
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.getByLabel('E-mail').fill(server.admin.email)
    await page.getByLabel('Password').fill(server.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**${tokensPath}`)
    await rowOf(page, 'access/1').getByText('Active', { exact: true }).waitFor()
  }))

test('signing out of the workspace leads to the sign-in page once, also if its document is slow, and back after signing in', () =>
  runInBrowser(async ({ page, server }) => {
    const ticket = { subject: 'Lamp', comment: { body: 'Dark' } }
    const { id } = (await server.app.inPerson.post('/api/v2/tickets', { ticket })).body.ticket
    await signIn(page, server.agent, `/agent/tickets/${id}`)
    const heading = page.getByRole('heading', { level: 1, name: 'Lamp' })
    await heading.waitFor()
    const asked: string[] = []
    await page.route('**/sign-in*', async (route) => {
      asked.push(route.request().url())
      // longer than it takes until the frame knows that nobody is signed in
      await page.waitForTimeout(1000)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(asked.length, 1)
    await page.unrouteAll({ behavior: 'wait' })
    // an address with a fragment is loaded all the same
    await signIn(page, server.agent, `/agent/tickets/${id}#latest`)
    await heading.waitFor()
  }))

test('an unknown path says so in the frame and links back', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.goto('/admin/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to your first page' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  }))

test('a page whose code loads slowly is shown once it is there, and an address without a page is not found', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.route('**/assets/AutomationsPage-*.js', async (route) => {
      await page.waitForTimeout(1000) // longer than it takes until the router shows that it is loading
      await route.continue()
    })
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Automations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/admin/objects_and_rules/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  }))

test('a page whose code cannot be loaded says so in its frame, and is loaded again', () =>
  runInBrowser(async ({ page, server, complaints }) => {
    await signIn(page, server.admin)
    await page.route('**/assets/OutboxPage*', (route) => route.abort())
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Outbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page does not work' }).waitFor()
    await menu.getByRole('link', { name: 'Outbox' }).waitFor()
    await assertAccessible(page, 'a page that does not work')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Load it again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
    assert.match(complaints.splice(0).join('\n'), /dynamically imported module/)
  }))
