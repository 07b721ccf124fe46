// Closed menus of a long list take no room: in a window that is narrowed, the page is as wide and as high as without them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertFitsWidth } from './browser.ts'
import { signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const ROWS = 30
const folder = '/admin/objects_and_rules/business_rules'

/** How high the page is, and how high it is when it is opened in a window of this size. */
async function heightsOf(page: Page): Promise<[narrowed: number, opened: number]> {
  const read = () => page.evaluate<number>('document.documentElement.scrollHeight')
  // the rows become cards in the frame after the window is narrowed
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  const narrowed = await read()
  await page.reload()
  await page.getByRole('row').last().waitFor()
  return [narrowed, await read()]
}

test('the menus of a long list neither widen nor lengthen the page after the window is narrowed', () =>
  runInBrowser(async ({ page, server }) => {
    const api = server.app.as(server.admin)
    await server.make_api_tokens(ROWS)
    for (let number = 1; number <= ROWS; number++)
      assert.equal((await api.post('/api/v2/slas/policies', { sla_policy: { title: `Policy ${number}` } })).status, 201)
    await signIn(page, server.admin)
    for (const path of [`${folder}/sla_policies`, tokensPath])
      for (const narrow of [1000, 375]) {
        await page.setViewportSize({ width: 1920, height: 900 })
        await page.goto(path)
        await page.getByRole('row').nth(ROWS).waitFor()
        await page.setViewportSize({ width: narrow, height: 900 })
        await assertFitsWidth(page, `${path} narrowed to ${narrow}`)
        const [narrowed, opened] = await heightsOf(page)
        assert.equal(narrowed, opened, `the height of ${path} narrowed to ${narrow}`)
      }
  }))
