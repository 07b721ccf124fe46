// The frame of every browser test: its own server, its own page, and no complaint of the browser.
// Does not belong here: what is tested; how the browser (browser.ts) and the server (server.ts) are started.

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { giveSession, withPage } from './browser.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

export const tokensPath = '/admin/apps_and_integrations/api_tokens'

export interface Story {
  page: Page
  server: TestServer
  /** The complaints of the browser so far; a test that ends with any of them fails. */
  complaints: string[]
}

/** Returns the function that runs a test in the browser, on a new page and a new server with `env`. */
export function useBrowser(
  env: Readonly<Record<string, string>> = {},
): (run: (story: Story) => Promise<void>, viewport?: { width: number; height: number }) => Promise<void> {
  return async (run, viewport) => {
    const server = await startTestServer(env)
    try {
      await withPage(server.base_url, viewport, async ({ page, complaints }) => {
        await run({ page, server, complaints })
        assert.deepEqual(complaints, [])
      })
    } finally {
      await server.stop()
    }
  }
}

/** Gives the browser a session of a user and opens a page; see {@link signInOnPage}. */
export async function signIn(page: Page, who: { email: string; password: string }, next = '/admin'): Promise<void> {
  await giveSession(page, who)
  await page.goto(next)
}

/** Signs in on the page, as a user does, and waits until the next page is shown: for tests of signing in. */
export async function signInOnPage(page: Page, who: { email: string; password: string }, next = '/admin'): Promise<void> {
  await page.goto(next)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === next)
}

/** Opens Apps and integrations, then APIs, then API tokens. */
export async function openApiTokens(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.getByRole('link', { name: 'Administration' }).click()
  await menu.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
}

/** Picks the user with an e-mail address in the field with that label, like a user who types it. */
export async function pickPerson(page: Page, label: string, email: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
}

/** The row of the list that holds a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Calls the API with an API token, like a script: as the administrator, or the user of an e-mail address; returns the status. */
export async function callWithToken(
  server: TestServer,
  token: string,
  { email = server.admin.email, user_agent = 'script/1' } = {},
): Promise<number> {
  const client = server.app.as({ email, token })
  return (await client.get('/api/v2/users.json', { 'user-agent': user_agent })).status
}
