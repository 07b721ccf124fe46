// Forms of settings that were opened before another administrator changed the settings.
// Does not belong here: what each setting does; what a form of security refuses (security.test.ts).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { setUp } from '../access.ts'
import { signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

/** Answers are fresh for five seconds; the banner of simulations asks again after a minute. */
const STALE_MS = 10_000

/** Has the page read the settings again, as a browser does whose window is looked at again: those of the banner, and those of the forms. */
async function readAgain(page: Page): Promise<void> {
  let awaited = 2
  const answers = page.waitForResponse((response) => response.url().endsWith('/api/v2/deskhand/settings') && (awaited -= 1) === 0)
  await page.clock.fastForward(STALE_MS)
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await (await answers).finished()
}

/** The changes that the page sends from now on. */
function listenForChanges(page: Page): unknown[] {
  const changes: unknown[] = []
  page.on('request', (request) => (request.method() === 'PUT' ? changes.push(request.postDataJSON()) : undefined))
  return changes
}

const openForm = (page: Page, name: string) => {
  const form = page.getByRole('form', { name, exact: true })
  return { form, save: () => form.getByRole('button', { name: 'Save' }).click() }
}

test('what others have changed meanwhile stands when a form of security is saved', () =>
  runInBrowser(async ({ page, server }) => {
    await page.clock.install()
    await signIn(page, server.admin, '/admin/account/security')
    const passwords = openForm(page, 'Passwords')
    await passwords.form.waitFor()
    const theirs = { second_factor: 'off', password: { history: 5 }, allowed_ips: ['127.0.0.0/8', '::1/128'] }
    await setUp(server.app, { security: theirs })
    await readAgain(page)
    const changes = listenForChanges(page)
    for (const name of ['Signing in', 'Passwords', 'Networks']) await openForm(page, name).save()
    await passwords.form.getByLabel('Minimum number of characters').fill('12')
    await passwords.save()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal(await passwords.form.getByLabel('Earlier passwords').inputValue(), '5')
    assert.deepEqual(changes, [{ settings: { security: { password: { min_length: 12 } } } }])
  }))

test('what others have changed meanwhile stands when a card of settings is saved', () =>
  runInBrowser(async ({ page, server }) => {
    await page.clock.install()
    await signIn(page, server.admin, '/admin/people/access_settings')
    const { form, save } = openForm(page, 'Requests')
    await form.waitFor()
    await setUp(server.app, { access: { approval_days: 9 } })
    await readAgain(page)
    const changes = listenForChanges(page)
    await save()
    await form.getByLabel('Days a request waits').fill('20')
    await save()
    await page.getByText('Requests saved').waitFor()
    assert.equal(await form.getByLabel('Days an accepted request waits').inputValue(), '9')
    assert.deepEqual(changes, [{ settings: { access: { request_days: 20 } } }])
  }))
