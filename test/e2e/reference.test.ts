// The API reference in use: finding an operation, reading it, calling it, at every width, light and dark.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFitsWidth } from './browser.ts'
import { signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const WIDTHS = [320, 375, 768, 1000, 1280, 1920]

test('an operation is found, read and called; only opened operations are rendered', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.goto('/docs/api')
    await page.getByRole('heading', { level: 1, name: 'Deskhand API' }).waitFor()
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'List tickets' }).count(), 0)
    await page.keyboard.press('/')
    await page.keyboard.type('get groups list')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^GET List groups \/api\/v2\/groups$/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'List groups' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/docs/api/operations/get_api_v2_groups')
    assert.equal(await page.title(), 'List groups – Deskhand API')
    await page.getByRole('region', { name: 'the call in curl' }).getByText('curl').waitFor()
    await page.getByRole('button', { name: 'Python' }).click()
    await page.getByRole('region', { name: 'the call in Python' }).getByText('import requests').waitFor()
    await page.getByRole('region', { name: 'the answer', exact: true }).getByText('"groups"').waitFor()
    await page.getByRole('heading', { name: 'Try it on this instance' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('region', { name: 'what was answered' }).getByText('"Support"').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Deskhand API' }).waitFor()
    // a write also uses the dashboard's session
    await page.goto('/docs/api/operations/post_api_v2_groups')
    await page.getByRole('heading', { name: 'Try it on this instance' }).click()
    await page.getByLabel('Body').fill('{"group":{"name":"From the reference"}}')
    await page.getByRole('button', { name: 'Send this POST' }).click()
    await page.getByRole('region', { name: 'what was answered' }).getByText('"From the reference"').waitFor()
  }))

test('it fits every window, light and dark, also one that is made narrower, and axe finds nothing', () =>
  runInBrowser(async ({ page }) => {
    const pages = [
      ['/docs/api', 'Deskhand API'],
      ['/docs/api/operations/put_api_v2_tickets_id', 'Update a ticket'],
      ['/docs/api/guides/errors', 'Errors'],
      ['/docs/api/topics/Tickets', 'Tickets'],
    ] as const
    for (const [path, heading] of pages) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      for (const width of WIDTHS.toReversed()) {
        await page.setViewportSize({ width, height: 800 })
        await assertFitsWidth(page, `${path} at ${width}`)
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      await assertAccessible(page, `${path} on a phone, dark`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await assertAccessible(page, `${path}, light`)
    }
    await page.setViewportSize({ width: 375, height: 800 })
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('searchbox').fill('merge tickets')
    await page.getByRole('navigation').getByRole('link', { name: /Merge/ }).first().click()
    await page.getByRole('heading', { name: 'Refusals' }).waitFor()
    assert.equal(await page.getByRole('searchbox').isVisible(), false)
  }))
