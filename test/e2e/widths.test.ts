// Every page of the dashboard at every width and in both colour schemes: in a window that shrinks and grows again, light and dark, with
// full lists and long names.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { paths } from '#web/lib/paths.ts'
import { setUp } from '../access.ts'
import { waitFor } from '../jobs.ts'
import { drawSample } from '../sweep.ts'
import { giveSession, illegibleParts, openPage, getSharedBrowser, type WatchedPage } from './browser.ts'
import { type FullDesk, fillDesk } from './full_desk.ts'
import { listLayoutFaults, WIDTHS, listWireTimes } from './layout.ts'
import { addressOf, FOR_VISITORS } from './pages.ts'
import { startTestServer, type TestServer } from './server.ts'

const HEIGHT = 900
/** From the widest to the narrowest, and wide again. */
const SIZES = [...WIDTHS.toReversed(), ...WIDTHS.slice(1)]

let browser: Browser
let server: TestServer
let desk: FullDesk
before(async () => {
  browser = await getSharedBrowser()
  server = await startTestServer()
  desk = await fillDesk(server.app)
})
after(() => server.stop())

async function faultsOf({ page, arrive }: WatchedPage, address: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 1920, height: HEIGHT })
  await arrive(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitFor(
    () =>
      page
        .getByRole('status')
        .filter({ hasText: /^Loading/ })
        .count(),
    0,
  )
  for (const fault of await listWireTimes(page)) found.push(`${address}: ${fault}`)
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const fault of await listLayoutFaults(page)) found.push(`${address} at ${width}: ${fault}`)
  }
  for (const scheme of ['dark', 'light'] as const)
    for (const fault of await illegibleParts(page, scheme)) found.push(`${address}, ${scheme}: ${fault}`)
  return [...new Set(found)]
}

test('every page fits every width, is legible in both schemes and writes times for people: nothing scrolls sideways, no column is too narrow', async () => {
  const opened = await openPage(browser, server.base_url)
  const found: string[] = []
  for (const path of FOR_VISITORS) found.push(...(await faultsOf(opened, path)))
  await giveSession(opened.page, server.admin)
  for (const [name, path] of drawSample('pages', Object.entries(paths)))
    if (!FOR_VISITORS.includes(path)) found.push(...(await faultsOf(opened, addressOf(desk, name, path))))
  assert.deepEqual(found, [])
  assert.deepEqual(opened.complaints, [])
  await opened.page.context().close()
})

test('a required second factor can be set up at every width', async () => {
  await setUp(server.app, { security: { second_factor: 'staff' } })
  const opened = await openPage(browser, server.base_url)
  await giveSession(opened.page, server.agent)
  assert.deepEqual(await faultsOf(opened, paths.enrol), [])
  await opened.page.context().close()
})
