// What every browser test begins and ends with: a server of its own, a page of its own, and no complaint of the browser.
// Does not belong here: what is tested; how the browser (browser.ts) and the server (server.ts) are started.

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { openPage, sharedBrowser } from './browser.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

export const tokensPath = '/admin/apps_and_integrations/api_tokens'

export interface Story {
  page: Page
  server: TestServer
  /** What the browser has complained about so far; a story that ends with any of it fails. */
  complaints: string[]
}

/** Returns what runs a story in the browser, in a fresh page on a fresh server with `env`. */
export function useBrowser(
  env: Readonly<Record<string, string>> = {},
): (tell: (story: Story) => Promise<void>, viewport?: { width: number; height: number }) => Promise<void> {
  return async (tell, viewport) => {
    const server = await startTestServer(env)
    const { page, complaints } = await openPage(await sharedBrowser(), server.base_url, viewport)
    try {
      await tell({ page, server, complaints })
      assert.deepEqual(complaints, [])
    } finally {
      await page.context().close()
      await server.stop()
    }
  }
}

/** Signs in through the page, as a person does, and waits until the page that comes after is there. */
export async function signIn(page: Page, who: { email: string; password: string }, next = '/admin'): Promise<void> {
  await page.goto(next)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === next)
}

/** Opens Apps and integrations, then APIs, then API tokens. */
export async function openApiTokens(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('button', { name: 'Apps and integrations' }).click()
  await menu.getByRole('button', { name: 'APIs' }).click()
  await menu.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
}

/** Picks the person with an e-mail address in the field of that name, as one does who has typed it. */
export async function pickPerson(page: Page, label: string, email: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
}

/** The row of the list that holds a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Calls the API with an API token, as a script does: as the administrator, unless told whose e-mail it sends; returns the status. */
export async function callWithToken(
  server: TestServer,
  token: string,
  { email = server.admin.email, user_agent = 'script/1' } = {},
): Promise<number> {
  const credentials = Buffer.from(`${email}/token:${token}`).toString('base64')
  const headers = { Authorization: `Basic ${credentials}`, 'User-Agent': user_agent }
  const response = await fetch(`${server.base_url}/api/v2/users.json`, { headers })
  await response.body?.cancel()
  return response.status
}
