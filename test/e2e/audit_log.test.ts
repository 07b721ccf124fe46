// The audit log: read, filtered, paged, opened, exported and verified; on a desktop, on a phone, by keyboard alone.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { appendAudit } from '#accounts/audit_chain.ts'
import { readHead } from '#modules/common/audit_logs/chain.ts'
import { beginVerification } from '#modules/common/audit_logs/verify.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const auditPath = '/admin/account/audit_log'
const listRequest = '**/api/v2/audit_logs?*'

/** Inserts entries about groups numbered from 1, the last the newest, a minute apart and long ago. */
async function putEntries(server: TestServer, count: number): Promise<void> {
  const { app } = server
  const account_id = app.account_id
  const { ids } = app.running.server.services
  const by = { account_id, actor_id: -1, actor_name: 'System', ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' }
  await app.database.database.transaction(async (tx) => {
    for (let number = 1; number <= count; number += 1)
      await appendAudit(tx, ids, {
        ...by,
        action: 'update',
        source_type: 'group',
        source_id: number,
        source_label: `Group number ${number}`,
        change_description: `Name changed from ${'a long name '.repeat(8)}to another`,
        details: { before: { name: 'x'.repeat(300) }, after: { name: 'y' } },
        created_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
      })
  })
}

const entryLink = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true })

test('the log shows who did what and when, newest first, with the details in a drawer', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, auditPath)
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    assert.equal(await page.title(), 'Audit log · Deskhand')
    const first = page.getByRole('row').nth(1)
    await first.getByText('Signed in: User Administrator').waitFor()
    await first.getByText('127.0.0.1').waitFor()
    await page.getByRole('link', { name: 'Created: User Agent' }).click()
    const drawer = page.getByRole('dialog', { name: 'Audit log entry' })
    await drawer.getByText('Created as agent').waitFor()
    await drawer
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .waitFor()
    assert.match(page.url(), /\?entry=\d+$/)
    await page.reload()
    await drawer.getByText('Created as agent').waitFor()
    await drawer.getByRole('button', { name: 'Only this record' }).click()
    await drawer.waitFor({ state: 'detached' })
    assert.match(page.url(), /type=user&source=\d+$/)
    await entryLink(page, 'Signed in: User Administrator').waitFor({ state: 'detached' })
    await entryLink(page, 'Created: User Agent').waitFor()
  }))

test('the log is filtered by action, type, actor and days, and the filters are in the URL', () =>
  runInBrowser(async ({ page, server }) => {
    await putEntries(server, 3)
    await signIn(page, server.admin, auditPath)
    await page.getByLabel('Action').selectOption('Updated')
    await page.getByLabel('Kind').selectOption('Group')
    await rowOf(page, 'Group number 3').waitFor()
    await rowOf(page, 'Signed in').waitFor({ state: 'detached' })
    await page.getByLabel('Person').selectOption('System')
    await page.getByLabel('From', { exact: true }).fill('2026-01-01')
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await page.waitForURL(/action=update&type=group&actor=-1&from=2026-01-01&to=2026-01-01$/)
    await page.reload()
    await rowOf(page, 'Group number 1').waitFor()
    assert.equal(await page.getByRole('row').count(), 4)
    await page.getByLabel('Words').fill('group numb')
    await page.getByLabel('Words').fill('number 2')
    await rowOf(page, 'Group number 1').waitFor({ state: 'detached' })
    await rowOf(page, 'Group number 2').waitFor()
    assert.match(page.url(), /text=number(\+|%20)2/)
    await page.getByLabel('To', { exact: true }).fill('2025-12-31')
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, 'Signed in').first().waitFor()
    assert.equal(new URL(page.url()).search, '')
  }))

test('a log of a thousand entries is loaded in pages of 50, forwards and backwards', () =>
  runInBrowser(async ({ page, server }) => {
    await putEntries(server, 1000)
    await signIn(page, server.admin, auditPath)
    await page.goto(`${auditPath}?type=group`)
    await rowOf(page, 'Group number 1000').waitFor()
    assert.equal(await page.getByRole('row').count(), 51)
    assert.equal(await page.getByRole('button', { name: 'Newer' }).getAttribute('aria-disabled'), 'true')
    await page.getByRole('button', { name: 'Older' }).click()
    await rowOf(page, 'Group number 950').waitFor()
    assert.equal(await page.getByRole('row').count(), 51)
    await page.reload()
    await rowOf(page, 'Group number 901').waitFor()
    await page.getByRole('button', { name: 'Newer' }).click()
    await rowOf(page, 'Group number 1000').waitFor()
    await page.goBack()
    await rowOf(page, 'Group number 901').waitFor()
  }))

test('the filtered entries are exported as CSV, and the file is downloaded from the page', () =>
  runInBrowser(async ({ page, server }) => {
    await putEntries(server, 3)
    await signIn(page, server.admin, auditPath)
    await page.getByLabel('Kind').selectOption('Group')
    await page.getByRole('button', { name: 'Export these as CSV' }).click()
    await page.getByText('The export is ready: 3 entries').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = await download
    assert.match(file.suggestedFilename(), /^audit_log_\d+\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    assert.equal(lines.length, 4)
    assert.match(lines[1] ?? '', /,group,1,Group number 1,/)
    await page.goto(`${auditPath}?export=999999999`)
    await page.getByText('There is no such export').waitFor()
  }))

test('the head is copied, and verifies the file that is downloaded beside it', () =>
  runInBrowser(async ({ page, server }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, server.admin, auditPath)
    const field = page.getByLabel('Head of the chain')
    await field.waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const head = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(head, await field.inputValue())
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download for verification' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const published = readHead(head)
    assert.ok(published !== undefined)
    const verification = beginVerification({ published })
    for (const line of text.trimEnd().split('\n')) assert.deepEqual(verification.read(line), [])
    assert.deepEqual(verification.end(), [])
  }))

test('the page reports a missing entry and a log that cannot be loaded', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, auditPath)
    await page.goto(`${auditPath}?entry=999999999`)
    await page.getByRole('dialog').getByText('There is no such entry').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.route(listRequest, (route) => route.abort())
    await page.goto(auditPath)
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    await page.unroute(listRequest)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf(page, 'Signed in').first().waitFor()
  }))

test('an agent who is not an administrator sees nothing of it', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.agent, auditPath)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
  }))

test('the log is opened, filtered and read by keyboard alone', () =>
  runInBrowser(async ({ page, server }) => {
    await putEntries(server, 2)
    await signIn(page, server.admin)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).press('Enter')
    await menu.getByRole('link', { name: 'Audit log' }).press('Enter')
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).and(page.locator(':focus')).waitFor()
    await page.getByLabel('Kind').focus()
    await page.keyboard.type('Group')
    await page.waitForURL(/type=group$/)
    const link = entryLink(page, 'Updated: Group Group number 2')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Name changed from').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await link.and(page.locator(':focus')).waitFor()
  }))

for (const { name, viewport } of [
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
  { name: 'a phone', viewport: phone },
])
  test(`the page is accessible and fits the width of ${name} in every state`, () =>
    runInBrowser(async ({ page, server }) => {
      const check = async (state: string) => {
        await assertAccessible(page, `${state} on ${name}`)
        await assertFitsWidth(page, `${state} on ${name}`)
      }
      await putEntries(server, 60)
      await signIn(page, server.admin, auditPath)
      await rowOf(page, 'Group number 60').waitFor()
      await page.getByLabel('Head of the chain').waitFor()
      await check('a long log')
      await entryLink(page, 'Updated: Group Group number 60').click()
      await page.getByRole('dialog').getByText('Name changed from').waitFor()
      await check('an entry')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      await page.getByText('The export is ready').waitFor()
      await check('an export')
      await page.goto(`${auditPath}?type=nothing`)
      await page.getByRole('heading', { name: 'No entry matches' }).waitFor()
      await check('a log without entries')
    }, viewport))
