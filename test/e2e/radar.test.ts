// The pages "API activity" and "Deprecation radar": what they show, what they link to, and a simulated sunset from start to end.
// Does not belong here: the sums themselves (server/modules/access/credential_activity/).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { startTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { waitFor } from '../jobs.ts'
import { assertAccessible, assertFitsWidth, phone, withPage } from './browser.ts'
import { rowOf, signIn } from './story.ts'

const activityPath = '/admin/apps_and_integrations/api_activity'
const radarPath = '/admin/apps_and_integrations/radar'

interface Story {
  page: Page
  app: TestApp
}

/** Runs a test on its own application and page, and fails on any complaint of the browser. */
async function runStory(story: (told: Story) => Promise<void>, viewport?: { width: number; height: number }): Promise<void> {
  const app = await startTestApp()
  try {
    await withPage(app.base_url, viewport, async ({ page, complaints }) => {
      await story({ page, app })
      assert.deepEqual(complaints, [])
    })
  } finally {
    await app.stop()
  }
}

/** Requests of one user agent with a token, `days` ago, one for each route. */
async function recordCalls(app: TestApp, credential_id: number, user_agent: string, routes: readonly string[], days = 0): Promise<void> {
  const at = addSeconds(machineNow(), -days * 86_400).getTime()
  for (const route of routes)
    app.running.server.requestLog.add({
      account_id: 1,
      created_at: at,
      used_at: at,
      is_use: true,
      method: 'GET',
      route,
      status: 200,
      milliseconds: 1,
      user_id: app.admin.id,
      email: null,
      credential_kind: 'api_token',
      credential_id,
      client_id: null,
      user_agent,
      ip_address: '192.0.2.7',
      request_id: 'r',
    })
  await app.running.server.requestLog.flush()
}

async function makeToken(app: TestApp, description: string): Promise<{ id: number; token: string }> {
  const answer = await app.inPerson.post('/api/v2/api_tokens', {
    api_token: { description, exception: 'team_automation', reason: 'A test' },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.api_token
}

test('the menu leads to the activity: a chart of the days, the same as a table, and from a credential to its endpoints', () =>
  runStory(async ({ page, app }) => {
    const { id } = await makeToken(app, 'Nightly export')
    await recordCalls(app, id, 'exporter/1', ['/api/v2/users', '/api/v2/users', '/api/v2/tickets'], 1)
    await signIn(page, app.admin)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'API activity' }).click()
    await page.getByRole('img', { name: 'Calls day by day' }).waitFor()
    await page.getByText('Show the days as a table').click()
    const table = page.getByRole('region', { name: 'Calls day by day, as a table' })
    await waitFor(() => table.getByRole('row').count(), 31)
    await assertAccessible(page, 'the activity')
    await rowOf(page, 'Nightly export').getByRole('link').click()
    await page.getByRole('table', { name: 'Activity by Endpoint' }).waitFor()
    await page.getByRole('button', { name: 'Credential: Nightly export' }).waitFor()
    await rowOf(page, 'GET /api/v2/users').getByText('2', { exact: true }).waitFor()
    await waitFor(() => rowOf(page, 'GET /api/v2').count(), 2)
    await page.reload()
    await rowOf(page, 'GET /api/v2/tickets').waitFor()
    await page.getByRole('button', { name: 'Credential: Nightly export' }).click()
    await page.waitForURL(`**${activityPath}?by=endpoint`)
  }))

test('the column headers sort the activity, by the keyboard too, and the address keeps the order', () =>
  runStory(async ({ page, app }) => {
    await recordCalls(app, 1, 'few', ['/a'])
    await recordCalls(app, 1, 'many', ['/a', '/a', '/a'])
    await signIn(page, app.admin, activityPath)
    await page.getByLabel('Sum up by').selectOption('User agent')
    const table = page.getByRole('table', { name: 'Activity by User agent' })
    await table.waitFor()
    const column = table.getByRole('columnheader', { name: 'Calls' })
    assert.equal(await column.getAttribute('aria-sort'), 'descending')
    await column.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**sort=calls')
    await table.locator('[aria-sort=ascending]').waitFor()
    const readNames = async () => (await table.getByRole('link').allTextContents()).filter((name) => name === 'few' || name === 'many')
    // the rows in the old order stay until those in the new order have loaded
    await table.locator('tr:has-text("few") ~ tr:has-text("many")').waitFor()
    assert.deepEqual(await readNames(), ['few', 'many'])
    await page.getByLabel('Sorted by').selectOption('Most calls')
    await page.waitForURL('**?by=user_agent')
  }))

test('many rows are paged, and the exported table has all of them', () =>
  runStory(async ({ page, app }) => {
    for (let n = 0; n < 60; n += 1) await recordCalls(app, 1, `client ${n}`, ['/a'])
    await signIn(page, app.admin)
    await page.goto(`${activityPath}?by=user_agent&route=/a`)
    await page.getByText('1–50 of 60').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('51–60 of 60').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = await download
    assert.match(file.suggestedFilename(), /^activity_by_user_agent_.*\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    assert.equal(Buffer.concat(chunks).toString().trimEnd().split('\r\n').length, 61)
  }))

test('no calls, calls that are loading and an unreachable server each have a page that explains it', () =>
  runStory(async ({ page, app }) => {
    await signIn(page, app.admin)
    await page.goto(`${activityPath}?user_agent=nobody`)
    await page.getByRole('heading', { name: 'No calls' }).waitFor()
    await assertAccessible(page, 'no calls')
    const { promise: arrived, resolve: letArrive } = Promise.withResolvers<void>()
    await page.route('**/api/v2/deskhand/radar', async (route) => {
      await arrived
      await route.abort()
    })
    await page.goto(radarPath)
    await page.getByRole('status').filter({ hasText: 'Loading the radar' }).waitFor()
    letArrive()
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    await page.unroute('**/api/v2/deskhand/radar')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'API tokens', exact: true }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  }))

test('a simulation for one caller is shown on every page until it is ended', () =>
  runStory(async ({ page, app }) => {
    const { id, token } = await makeToken(app, 'Nightly export')
    const script = app.as({ email: app.admin.email, token })
    await recordCalls(app, id, 'exporter/1', ['/api/v2/users'])
    await signIn(page, app.admin, radarPath)
    const card = page.getByRole('region', { name: 'API tokens', exact: true })
    await card.getByText(/days left|Ended/).waitFor()
    await card.getByRole('row').filter({ hasText: 'Nightly export' }).getByText('Goes on').waitFor()
    await assertAccessible(page, 'the radar')
    await page.getByRole('checkbox', { name: 'Nightly export' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Begin the rehearsal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rehearse 1 May 2027?' })
    await assertAccessible(page, 'the question before a rehearsal')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('Chosen callers of the API are answered as on 1 May 2027.').waitFor()
    await card.getByRole('row').filter({ hasText: 'Nightly export' }).getByText('Rehearses').waitFor()
    const refused = await script.get('/api/v2/groups')
    assert.deepEqual([refused.status, refused.headers.get('x-deskhand-rehearsal')], [401, '2027-05-01T00:00:00Z'])
    assert.equal((await app.api.get('/api/v2/groups')).status, 200)
    await page.goto('/admin')
    await page.getByRole('status').filter({ hasText: 'Rehearsal.' }).waitFor()
    await assertAccessible(page, 'home while a rehearsal runs')
    await page.getByRole('link', { name: 'Go to the radar' }).click()
    await page.getByRole('button', { name: 'End the rehearsal' }).click()
    await page.getByText('The rehearsal has ended').waitFor()
    await page.getByText('Chosen callers of the API are answered').waitFor({ state: 'detached' })
    assert.equal((await script.get('/api/v2/groups')).status, 200)
  }))

test('a simulation for everyone does not affect the dashboard', () =>
  runStory(async ({ page, app }) => {
    await signIn(page, app.admin, radarPath)
    await page.getByRole('radio', { name: 'Chosen callers' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Begin the rehearsal' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
    await page.getByText('Everybody who calls the API is answered as on 1 May 2027.').waitFor()
    assert.equal((await app.api.get('/api/v2/groups')).status, 401)
    await page.reload()
    await page.getByRole('button', { name: 'End the rehearsal' }).click()
    await page.getByText('Everybody who calls the API is answered').waitFor({ state: 'detached' })
    assert.equal((await app.api.get('/api/v2/groups')).status, 200)
  }))

test('both pages fit a phone, with a simulation running and long names', () =>
  runStory(async ({ page, app }) => {
    const { id } = await makeToken(app, `https://issues.example.com/access/${'support-operations/'.repeat(6)}4711`)
    await recordCalls(app, id, `a-client-with-a-name-${'without-an-end-'.repeat(12)}`, [
      '/api/v2/users/:user_id/organization_memberships/:id/make_default',
    ])
    const rehearsal = { at: '2027-05-01', api_token_ids: [id] }
    await app.api.put('/api/v2/deskhand/settings', { settings: { api: { rehearsal } } })
    await signIn(page, app.admin, activityPath)
    await rowOf(page, 'support-operations').first().waitFor()
    await assertFitsWidth(page, 'the activity on a phone')
    await assertAccessible(page, 'the activity on a phone')
    await page.goto(radarPath)
    await rowOf(page, 'support-operations').first().waitFor()
    await assertFitsWidth(page, 'the radar on a phone')
    await assertAccessible(page, 'the radar on a phone')
  }, phone))

test('the charting library is not part of the first page', () =>
  runStory(async ({ page, app }) => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(new URL(response.url()).pathname)
    })
    await signIn(page, app.admin)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const atHome = scripts.length
    assert.ok(!scripts.some((path) => /ApiActivityPage|RadarPage/.test(path)), scripts.join(' '))
    await page.goto(activityPath)
    await page.getByRole('heading', { name: 'API activity' }).waitFor()
    assert.ok(scripts.slice(atHome).some((path) => /ApiActivityPage/.test(path)))
  }))
