// Signing in without a mouse, and pages that are light or dark as in the system or as chosen by the user.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '../jobs.ts'
import { assertAccessible, giveSession } from './browser.ts'
import { useBrowser } from './story.ts'

const runInBrowser = useBrowser()

test('the sign-in page can be typed into at once, and reveals the password on request', () =>
  runInBrowser(async ({ page, server }) => {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(server.admin.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(server.admin.password)
    const field = page.getByLabel('Password')
    assert.equal(await field.getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    assert.deepEqual([await field.getAttribute('type'), await field.inputValue()], ['text', server.admin.password])
    await page.getByRole('button', { name: 'Hide what is typed' }).click()
    assert.equal(await field.getAttribute('type'), 'password')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  }))

test('a user who has forgotten the password requests a link, which is kept in the outbox', () =>
  runInBrowser(async ({ page, server }) => {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('agent')
    await page.keyboard.press('Enter')
    await page.getByText('must be an e-mail address').waitFor()
    await page.getByLabel('E-mail').fill(server.agent.email)
    await assertAccessible(page, 'the page for a forgotten password')
    await page.keyboard.press('Enter')
    await page.getByText('a link is kept in the outbox').waitFor()
    const isMailed = async () => {
      const { mails } = (await server.app.inPerson.get('/api/v2/deskhand/mails')).body
      return mails.some((mail: { to: string; topic: string }) => mail.to === server.agent.email && mail.topic === 'password.link')
    }
    await waitFor(isMailed, true)
    await page.getByRole('link', { name: 'Back to signing in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  }))

test('pages follow the colour scheme of the system until the user chooses one, which the browser stores', () =>
  runInBrowser(async ({ page, server }) => {
    const isDark = 'getComputedStyle(document.body).color === "rgb(236, 236, 239)"'
    const waitForScheme = async (scheme: string) => waitFor(async () => ((await page.evaluate(isDark)) ? 'dark' : 'light'), scheme)
    await giveSession(page, server.admin)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto('/account')
    await waitForScheme('dark')
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await waitForScheme('light')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await waitForScheme('dark')
    await assertAccessible(page, 'the own account, dark')
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await waitForScheme('dark')
    await page.goto('/account')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // the API reference, a page of its own, follows the scheme, also while it is open
    const reference = await page.context().newPage()
    const readBackground = () => reference.evaluate('getComputedStyle(document.body).backgroundColor')
    await reference.goto('/docs/api')
    await reference.getByRole('heading', { level: 1, name: 'Deskhand API' }).waitFor()
    const dark = await readBackground()
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await waitFor(async () => (await readBackground()) !== dark, true)
    await page.getByRole('button', { name: 'As the system' }).click()
    await waitForScheme('light')
    await reference.emulateMedia({ colorScheme: 'dark' })
    await waitFor(readBackground, dark)
  }))
