// Signing in without a mouse, and pages that are light or dark as the system is or as somebody chose.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomes } from '../jobs.ts'
import { assertAccessible } from './browser.ts'
import { useBrowser } from './story.ts'

const tell = useBrowser()

test('the page of signing in is typed into at once, and shows the password to whoever asks', () =>
  tell(async ({ page, server }) => {
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

test('pages are as light as the system, until somebody chooses otherwise, which the browser remembers', () =>
  tell(async ({ page, server }) => {
    const looks = (scheme: string) => becomes(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme'), scheme)
    const { email, password } = server.admin
    assert.ok((await page.context().request.post('/access/sign_in', { data: { email, password } })).ok())
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto('/account')
    await looks('dark')
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await looks('light')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await looks('dark')
    await assertAccessible(page, 'the own account, dark')
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await looks('dark')
    await page.goto('/account')
    await page.getByRole('button', { name: 'As the system' }).click()
    await looks('light')
  }))
