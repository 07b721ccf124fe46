// Signing in beyond the password: second factor, recovery codes, sessions, single sign-on; and their settings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { setUp } from '../access.ts'
import { startOidcProvider } from '../oidc_provider.ts'
import { codeNow, nextStep } from '../session.ts'
import { assertAccessible, assertFitsWidth, openPage, phone } from './browser.ts'
import { signIn, signInOnPage, useBrowser } from './story.ts'
import type { Story } from './story.ts'

const runInBrowser = useBrowser({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32' })

/** Goes through the steps of enrolment; returns the secret and the recovery codes. */
async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: /QR code for the app/ }).waitFor()
  const secret = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await page.getByLabel('Recovery codes', { exact: true }).inputValue()).split('\n')
  return { secret, codes }
}

async function givePassword(page: Page, who: { email: string; password: string }, next: string): Promise<void> {
  await page.goto(next)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

test('a second factor is set up, required, and replaced once by a recovery code', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.agent, '/account')
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await page.getByLabel('Your password').fill('not the password')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Does not match').waitFor()
    const { secret, codes } = await setUpSecondFactor(page, server.agent.password)
    assert.equal(codes.length, 10)
    await assertAccessible(page, 'the recovery codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left').waitFor()
    assert.doesNotMatch(await page.content(), new RegExp(`${secret}|${codes[0]}`))
    await signOut(page)

    await nextStep(server.app)
    await givePassword(page, server.agent, '/account')
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    await page.getByLabel('Code', { exact: true }).and(page.locator(':focus')).waitFor()
    await giveCode(page, '000000')
    await page.getByRole('alert').getByText('That did not match').waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    await assertAccessible(page, 'the code step')
    await giveCode(page, codeNow(secret))
    await page.getByText('10 recovery codes are left').waitFor()
    await signOut(page)

    await givePassword(page, server.agent, '/account')
    await giveCode(page, codes[0] as string)
    await page.getByText('9 recovery codes are left').waitFor()
    await page.getByText('Password and second factor').waitFor()

    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(server.agent.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Make' }).click()
    assert.equal((await page.getByLabel('Recovery codes', { exact: true }).inputValue()).includes(codes[1] as string), false)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(server.agent.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
  }))

test('after five wrong codes the sign-in starts again with the password', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.agent, '/account')
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await setUpSecondFactor(page, server.agent.password)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await signOut(page)
    await givePassword(page, server.agent, '/account')
    for (let guess = 0; guess < 5; guess++) {
      await giveCode(page, `wrong-${guess}`)
      await page
        .getByRole('button', { name: 'Continue' })
        .and(page.locator(':not([aria-disabled])'))
        .or(page.getByText('Sign in again'))
        .first()
        .waitFor()
    }
    await page.getByText('Sign in again with your password').waitFor()
    await page.getByRole('button', { name: 'Back to the password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }))

test('a session is ended from another browser', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.agent, '/account')
    const other = await openPage(page.context().browser() as never, server.base_url)
    try {
      await signIn(other.page, server.agent, '/account')
      await page.reload()
      const table = page.getByRole('table', { name: 'Sessions' })
      await table.getByText('This one').waitFor()
      await table.getByRole('button', { name: /^End the session of Chrome on Linux/ }).click()
      await page.getByText('Session ended').waitFor()
      await table.getByRole('button', { name: /^End/ }).waitFor({ state: 'detached' })
      await other.page.reload()
      await other.page.waitForURL('**/sign-in?return_to=*')
      assert.deepEqual(other.complaints, [])
    } finally {
      await other.page.context().close()
    }
  }))

test('the password is changed, and unmet requirements are shown at the field', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.agent, '/account')
    await page.getByText('must not be one of the most common passwords').waitFor()
    await page.getByLabel('Current password').fill(server.agent.password)
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Must not be one of the most common passwords', { exact: true }).waitFor()
    await page.getByLabel('New password').and(page.locator(':focus')).waitFor()
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    await signOut(page)
    await signInOnPage(page, { ...server.agent, password: 'another horse battery' }, '/account')
  }))

test('where staff must have a second factor, enrolment comes before anything else', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await setUp(server.app, { security: { second_factor: 'staff' } })
    await givePassword(page, server.admin, '/admin/account/security')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    for (const path of ['/admin', '/account', '/admin/apps_and_integrations/api_tokens']) {
      await page.goto(path)
      await page.waitForURL('**/account/second_factor?return_to=*')
    }
    await page.goto('/admin/account/security')
    await setUpSecondFactor(page, server.admin.password)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(server.admin.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('heading', { name: 'Set up a second factor', level: 1 }).waitFor()
  }))

test('an administrator sets up a provider, and an agent signs in through its own pages', () =>
  runInBrowser(async ({ page, server }: Story) => {
    const oidc = await startOidcProvider(`${server.base_url}/access/sso/callback`, {
      colleague: { email: server.agent.email, email_verified: true },
      stranger: { email: 'stranger@example.com', email_verified: true },
    })
    const other = await openPage(page.context().browser() as never, server.base_url)
    try {
      await signIn(page, server.admin, '/admin/account/security')
      await page.getByRole('button', { name: 'Add provider' }).click()
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByLabel('Redirect address').inputValue(), `${server.base_url}/access/sso/callback`)
      await dialog.getByLabel('Name').fill('Company login')
      await dialog.getByLabel('Issuer').fill('http://example.com')
      await dialog.getByLabel('Client', { exact: true }).fill(oidc.client_id)
      await dialog.getByLabel('Client secret').fill(oidc.client_secret)
      await dialog.getByText('Link people by their verified e-mail address').click()
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText('Must be an https:// address without a query').waitFor()
      await dialog.getByText('At least one is required').waitFor()
      await assertAccessible(page, 'the form of a provider')
      await dialog.getByLabel('Issuer').fill(oidc.issuer)
      await dialog.getByLabel('Domains whose addresses').fill('example.com')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('row').filter({ hasText: 'Company login' }).getByText('Active', { exact: true }).waitFor()
      assert.doesNotMatch(await page.content(), new RegExp(oidc.client_secret))

      await other.page.goto('/account')
      await other.page.getByRole('link', { name: 'Sign in with Company login' }).click()
      await other.page.waitForURL(`${oidc.issuer}/**`)
      await other.page.getByPlaceholder('Enter any login').fill('stranger')
      await other.page.getByPlaceholder('and password').fill('any')
      await other.page.getByRole('button', { name: 'Sign-in' }).click()
      await other.page.getByText('Nobody here is linked to the account you used there').waitFor()
      assert.equal(await other.page.getByRole('alert').count(), 1)
      await assertAccessible(other.page, 'a refusal of single sign-on')
      await other.page.context().clearCookies({ domain: '127.0.0.1' })

      await other.page.goto('/account')
      await other.page.getByRole('link', { name: 'Sign in with Company login' }).click()
      await other.page.getByPlaceholder('Enter any login').fill('colleague')
      await other.page.getByPlaceholder('and password').fill('any')
      await other.page.getByRole('button', { name: 'Sign-in' }).click()
      await other.page.waitForURL(`${server.base_url}/account`)
      await other.page.getByText('Single sign-on').first().waitFor()

      await page.getByText('An identity provider only').click()
      await page.getByRole('form', { name: 'Signing in' }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      await signOut(other.page)
      await givePassword(other.page, server.agent, '/account')
      await other.page.getByText('sign in with single sign-on').waitFor()
    } finally {
      await other.page.context().close()
      await oidc.stop()
    }
  }))

test('the settings are changed on the security page, and refused if they would lock the administrator out', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.admin)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await page.getByRole('link', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Security' }).click()
    await page.getByText('An identity provider only').click()
    const signingIn = page.getByRole('form', { name: 'Signing in' })
    await signingIn.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no active identity provider').waitFor()
    const passwords = page.getByRole('form', { name: 'Passwords' })
    await passwords.getByLabel('Minimum number of characters').fill('4')
    await passwords.getByRole('button', { name: 'Save' }).click()
    await passwords.getByText('Must be a number from 8 to 128').waitFor()
    await passwords.getByLabel('Minimum number of characters').fill('12')
    await passwords.getByText('Lower and upper case letters').click()
    await passwords.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const networks = page.getByRole('form', { name: 'Networks' })
    await networks.getByLabel('Addresses that').fill('192.0.2.0/24 nonsense')
    await networks.getByRole('button', { name: 'Save' }).click()
    await networks.getByText('Must be up to 200 addresses').waitFor()
    await assertAccessible(page, 'the page of security')
    await page.reload()
    assert.equal(await passwords.getByLabel('Minimum number of characters').inputValue(), '12')
    assert.equal(await passwords.getByLabel('Lower and upper case letters').isChecked(), true)
  }))

test('on a phone all pages fit and are usable', () =>
  runInBrowser(async ({ page, server }: Story) => {
    await signIn(page, server.admin, '/account')
    await page.getByRole('table', { name: 'Sessions' }).waitFor()
    await assertFitsWidth(page, 'the own account')
    await assertAccessible(page, 'the own account')
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await page.getByLabel('Your password').fill(server.admin.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code for the app/ }).waitFor()
    await assertFitsWidth(page, 'setting up')
    await assertAccessible(page, 'setting up')
    await page.goto('/admin/account/security')
    await page.getByRole('button', { name: 'Add provider' }).waitFor()
    await assertFitsWidth(page, 'the page of security')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('dialog').waitFor()
    await assertFitsWidth(page, 'the form of a provider')
  }, phone))
