// The outbox of the dashboard on an instance without a mail server: mails stay there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import { pickPerson, rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const PATH = '/admin/account/outbox'

/** Does something that sends a mail. */
async function causeMail(page: Page, label: string): Promise<void> {
  await page.goto('/secrets/new')
  await pickPerson(page, 'Reader', 'agent@example.com')
  await page.getByLabel('Label').fill(label)
  await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('a value that is in no mail')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Sent to Agent').waitFor()
}

test('a mail is in the outbox, can be read, and says why it was not sent', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, PATH)
    await page.getByText('No mails yet').waitFor()
    await causeMail(page, 'Key of the shop')
    await page.goto('/admin')
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Outbox' }).click()
    await page.getByText('There is no mail server').waitFor()
    const row = rowOf(page, 'One-time secret "Key of the shop" waits for you')
    await row.getByText('agent@example.com').waitFor()
    await row.getByText('Kept', { exact: true }).waitFor()
    await row.getByRole('link').click()
    await page.getByText('Only you can open it, signed in as yourself').waitFor()
    assert.doesNotMatch(await page.content(), /a value that is in no mail|dhx_/)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('There is no mail server: set SMTP_URL').waitFor()
  }))

test('a link that is a credential is shown only when an administrator requests it', () =>
  runInBrowser(async ({ page, server }) => {
    const api = server.app.inPerson
    const { id } = (await api.post('/api/v2/users', { user: { name: 'Nora New', email: 'nora@example.com' } })).body.user
    const path = `/api/v2/users/${id}/identities`
    const [identity] = (await api.get(path)).body.identities
    assert.equal((await api.put(`${path}/${identity.id}/request_verification`)).status, 200)
    await signIn(page, server.admin, PATH)
    await rowOf(page, 'nora@example.com').getByRole('link').click()
    await page.getByText('verify_address#…').waitFor()
    await assertAccessible(page, 'a mail without its link')
    await page.getByRole('button', { name: 'Show the link' }).click()
    await page.getByText(/verify_address#[\w-]{40}/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show the link' }).count(), 0)
    const { body } = await api.get('/api/v2/audit_logs?filter[source_type]=mail')
    assert.equal(body.audit_logs[0].action, 'exported')
  }))

test('the filter is in the URL and is restored from it', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, PATH)
    await causeMail(page, 'Key of the shop')
    await page.goto(PATH)
    await rowOf(page, 'Key of the shop').waitFor()
    await page.getByRole('button', { name: 'Failed' }).click()
    await page.getByText('No failed mails').waitFor()
    assert.equal(new URL(page.url()).search, '?state=failed')
    await page.reload()
    await page.getByText('No failed mails').waitFor()
    await page.getByRole('button', { name: 'Kept' }).click()
    await rowOf(page, 'Key of the shop').waitFor()
    await page.goto(`${PATH}/999999`)
    await page.getByText('There is no such mail').waitFor()
  }))

for (const [name, viewport] of [
  ['a window', undefined],
  ['a phone', phone],
] as const)
  test(`the outbox is accessible and fits ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      await signIn(page, server.admin, PATH)
      await page.getByText('No mails yet').waitFor()
      await assertAccessible(page, 'the empty outbox')
      await causeMail(page, `A long label ${'wordswithoutblanks'.repeat(8)}`)
      await page.goto(PATH)
      await rowOf(page, 'A long label').waitFor()
      await assertAccessible(page, 'the outbox')
      await assertFitsWidth(page, 'the outbox')
      await rowOf(page, 'A long label').getByRole('link').click()
      await page.getByRole('button', { name: 'Send again' }).waitFor()
      await assertAccessible(page, 'a mail')
      await assertFitsWidth(page, 'a mail')
    }, viewport))
