// The dashboard for everyone: keyboard only, screen readers (axe), phones, a strict content security policy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { callWithToken, rowOf, signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a token is added and deactivated with the keyboard alone (motion: ${reducedMotion})`, () =>
    runInBrowser(async ({ page, server }) => {
      await page.emulateMedia({ reducedMotion })
      await walkByKeyboard(page, server)
    }))
}

async function walkByKeyboard(page: Page, server: TestServer): Promise<void> {
  const { keyboard } = page
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor()
  await keyboard.type(server.admin.email)
  await keyboard.press('Tab')
  await keyboard.type(server.admin.password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).and(page.locator(':focus')).waitFor()

  await press(page, page.getByRole('link', { name: 'Administration' }))
  await page.getByRole('heading', { name: 'Team members', level: 1 }).and(page.locator(':focus')).waitFor()
  await press(page, page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'API tokens' }))
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).and(page.locator(':focus')).waitFor()

  await press(page, page.getByRole('button', { name: 'Add API token' }))
  await page.getByRole('heading', { name: 'Add API token' }).and(page.locator(':focus')).waitFor()
  await tabTo(page, page.getByLabel('Description'))
  await keyboard.type('https://issues.example.com/access/55')
  await press(page, page.getByRole('button', { name: 'Save' }))
  const field = page.getByLabel('Token', { exact: true })
  await field.and(page.locator(':focus')).waitFor()
  const token = await field.inputValue()
  await press(page, page.getByRole('button', { name: 'Save' }))
  await rowOf(page, 'access/55').waitFor()
  assert.equal(await callWithToken(server, token), 200)

  const opener = page.getByRole('button', { name: 'Actions for https://issues.example.com/access/55' })
  await press(page, opener)
  await page.getByRole('menuitem', { name: 'Deactivate' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('dialog').and(page.locator(':focus')).waitFor()
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }))
  await rowOf(page, 'access/55').getByText('Inactive', { exact: true }).waitFor()
  await opener.and(page.locator(':focus')).waitFor()
  assert.equal(await callWithToken(server, token), 401)
}

test('the keyboard can skip the navigation', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    await page.reload()
    await rowOf(page, 'access/1').waitFor()
    await page.getByRole('button', { name: 'Add API token' }).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to the content' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Add API token' }).and(page.locator(':focus')).waitFor()
  }))

for (const { name, viewport } of [
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
  { name: 'a phone', viewport: phone },
]) {
  test(`every page and state is accessible and fits the width of ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      const check = async (state: string) => {
        await assertAccessible(page, `${state} on ${name}`)
        await assertFitsWidth(page, `${state} on ${name}`)
      }
      await visitPages(page, check, server.admin)
      await page.goto('/admin')
      await server.make_api_tokens(60)
      await visitTokenStates(page, check)
    }, viewport))
}

test('the pages have a strict content security policy, and violations are detected', () =>
  runInBrowser(async ({ page, server, complaints }) => {
    const response = await page.goto('/sign-in')
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /style-src 'self' 'nonce-[^']+'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch((await response?.text()) ?? '', /__CSP_NONCE__/)
    await signIn(page, server.admin)
    const heard = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'))
    await page.evaluate("document.body.appendChild(document.createElement('script')).textContent = 'window.broken = true'")
    await heard
    assert.equal(await page.evaluate('window.broken'), undefined)
    assert.equal(complaints.splice(0).length, 1)
  }))

type Check = (state: string) => Promise<void>

async function visitPages(page: Page, check: Check, admin: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password').fill('wrong')
  await check('the sign-in page')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await check('a refused sign-in')
  await signIn(page, admin, tokensPath)
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
  await check('the empty list')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await check('the home page')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('heading', { name: 'Team members' }).waitFor()
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Webhooks' }).waitFor()
  await check('a page of administration with the menu open')
  await page.goto('/admin/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await check('a page that does not exist')
  await page.goto(`${tokensPath}/new`)
  await page.getByText('Personal use of a support-operations member').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Reason').and(page.locator('[aria-invalid="true"]')).waitFor()
  await check('a refused form')
}

async function visitTokenStates(page: Page, check: Check): Promise<void> {
  await page.goto(tokensPath)
  await page.getByText('1–50 of 60').waitFor()
  await check('a long list')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor()
  await check('an open row menu')
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').waitFor()
  await check('the pop-up')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('API token deactivated').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await check('a toast')
  await page.getByLabel('Search API tokens').fill('nothing like it')
  await page.getByRole('heading', { name: 'No API token matches' }).waitFor()
  await check('a search without result')
  await page.goto(`${tokensPath}/new`)
  await page.getByLabel('Description').fill('https://issues.example.com/access/99')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Token', { exact: true }).waitFor()
  await check('the value of a new token')
  await page.route('**/api/v2/api_tokens?*', (route) => route.abort())
  await page.goto(tokensPath)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await check('a list that could not be loaded')
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if ((await target.and(page.locator(':focus')).count()) === 1) return
  }
  assert.fail('Tab does not reach the control')
}

/** Goes to a control with Tab and presses Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
