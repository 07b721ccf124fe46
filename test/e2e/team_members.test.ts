// The team members, and removing what signs them in: a second factor, a link to a provider, sessions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { startOidcProvider } from '../oidc_provider.ts'
import { enrol, signInUser } from '../session.ts'
import { assertAccessible, assertFitsWidth, openPage, phone } from './browser.ts'
import { rowOf, signIn, useBrowser } from './story.ts'
import type { Story } from './story.ts'

const runInBrowser = useBrowser({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32' })
const path = '/admin/people/team_members'

/** Chooses an act in the menu of a person's row, by keyboard. */
async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: act }).waitFor()
  const acts = await page.getByRole('menuitem').allInnerTexts()
  for (let step = 0; step < acts.indexOf(act); step++) await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: act }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
}

async function confirm(page: Page, question: string, act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an administrator resets the second factor of a colleague, who then signs in with the password alone', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await enrol(server.app, await signInUser(server.app, server.agent), server.agent.password)
    await signIn(page, server.admin)
    await page.getByRole('link', { name: 'Administration' }).click()
    await rowOf(page, server.agent.email).getByText('On', { exact: true }).waitFor()
    await choose(page, 'Agent', 'Reset second factor')
    await page.getByRole('dialog', { name: 'Reset the second factor of Agent?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Agent' }).and(page.locator(':focus')).waitFor()
    await choose(page, 'Agent', 'Reset second factor')
    await confirm(page, 'Reset the second factor of Agent?', 'Reset')
    await page.getByText('The second factor of Agent is reset').waitFor()
    await rowOf(page, server.agent.email).getByText('Off', { exact: true }).waitFor()

    const other = await openPage(page.context().browser() as never, server.base_url)
    try {
      await signIn(other.page, server.agent, '/account')
      await other.page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
      assert.deepEqual(other.complaints, [])
    } finally {
      await other.page.context().close()
    }
  }))

test('a link to an identity provider is shown with its user and removed', () =>
  runInBrowser(async ({ page, server }: Story) => {
    const oidc = await startOidcProvider(`${server.base_url}/access/sso/callback`, {
      colleague: { email: server.agent.email, email_verified: true },
    })
    const other = await openPage(page.context().browser() as never, server.base_url)
    try {
      const identity_provider = {
        name: 'Company login',
        issuer: oidc.issuer,
        client_id: oidc.client_id,
        client_secret: oidc.client_secret,
        allowed_domains: ['example.com'],
        link_by_verified_email: true,
      }
      assert.equal((await server.app.inPerson.post('/api/v2/identity_providers', { identity_provider })).status, 201)
      await other.page.goto('/account')
      await other.page.getByRole('link', { name: 'Sign in with Company login' }).click()
      await other.page.getByPlaceholder('Enter any login').fill('colleague')
      await other.page.getByPlaceholder('and password').fill('any')
      await other.page.getByRole('button', { name: 'Sign-in' }).click()
      await other.page.waitForURL(`${server.base_url}/account`)

      await signIn(page, server.admin, path)
      await rowOf(page, server.agent.email).getByText('Company login').waitFor()
      await choose(page, 'Agent', 'Unlink from Company login')
      await page.getByRole('dialog').getByText('colleague').waitFor()
      await assertAccessible(page, 'the question before a link is taken away')
      await confirm(page, 'Unlink Agent from Company login?', 'Unlink')
      await page.getByText('Agent is no longer linked to Company login').waitFor()
      await rowOf(page, server.agent.email).getByText('Not linked').waitFor()
    } finally {
      await other.page.context().close()
      await oidc.stop()
    }
  }))

test("all sessions of a colleague are ended; the menu does not offer this for the user's own", () =>
  runInBrowser(async ({ page, server }: Story) => {
    const other = await openPage(page.context().browser() as never, server.base_url)
    try {
      await signIn(other.page, server.agent, '/account')
      await signIn(page, server.admin, path)
      await choose(page, 'Agent', 'End all sessions')
      await confirm(page, 'End all sessions of Agent?', 'End sessions')
      await page.getByText('Agent is signed out everywhere').waitFor()
      await other.page.reload()
      await other.page.waitForURL('**/sign-in?return_to=*')
    } finally {
      await other.page.context().close()
    }
    await page.getByRole('button', { name: 'Actions for Administrator' }).click()
    await waitFor(async () => (await page.getByRole('menuitem').allInnerTexts()).join(), 'Show in the audit log')
    await page.getByRole('menuitem', { name: 'Show in the audit log' }).click()
    await page.waitForURL(/audit_log\?actor=\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  }))

test('a server error is shown in a toast and changes nothing', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.admin, path)
    await page.route('**/api/v2/users/*/sessions', (route) => route.abort())
    await choose(page, 'Agent', 'End all sessions')
    await confirm(page, 'End all sessions of Agent?', 'End sessions')
    await page.getByText('The server could not be reached').waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
  }))

for (const [name, viewport] of [['a desktop', undefined] as const, ['a phone', phone] as const]) {
  test(`the page is accessible and fits the width of ${name}`, () =>
    runInBrowser(async ({ page, server }: Story) => {
      await signIn(page, server.admin, path)
      await rowOf(page, server.agent.email).waitFor()
      await assertFitsWidth(page, 'the list')
      await assertAccessible(page, 'the list')
      await page.getByLabel('Search team members').fill('nobody like that')
      await page.getByRole('heading', { name: 'Nobody matches' }).waitFor()
      await assertAccessible(page, 'a search without result')
      await page.route('**/api/v2/users?*', (route) => route.abort())
      await page.goto(path)
      await page.getByText('The team members could not be loaded').waitFor()
      await assertFitsWidth(page, 'a list that could not be loaded')
      await page.unroute('**/api/v2/users?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await rowOf(page, server.agent.email).waitFor()
    }, viewport))
}
