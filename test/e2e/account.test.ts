// A user's own account beyond signing in: the profile, the e-mail addresses, and the authorized applications.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLBACK, codeFor, registerClient, signInUser } from '../oauth.ts'
import { getMailAsWritten } from '../records.ts'
import { assertAccessible, assertFitsWidth } from './browser.ts'
import { rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

test('a user changes the profile, adds an address, and revokes an application', () =>
  runInBrowser(async ({ page, server }) => {
    const { app, agent } = server
    const { client_id, client_secret } = await registerClient({ api: await signInUser(app, server.admin) }, { name: 'Mirror' })
    const code = await codeFor(await signInUser(app, agent), { client_id, scope: 'tickets:read users:read' })
    const grant = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: CALLBACK, code }
    const { access_token } = (await app.as({}).post('/oauth/tokens', grant)).body
    const statusOf = async () => (await app.as({ bearer: access_token }).get('/api/v2/tickets')).status
    assert.equal(await statusOf(), 200)

    await signIn(page, agent, '/account')
    const profile = page.getByRole('form', { name: 'Profile' })
    await profile.getByLabel('Name').fill('')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('too short').waitFor()
    await profile.getByLabel('Name').fill('Ada Agent')
    await profile.getByLabel('Language').selectOption({ label: 'German' })
    await profile.getByLabel('Time zone').selectOption({ label: 'Europe/Berlin' })
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Profile saved').waitFor()
    await page.getByText('You are signed in as Ada Agent').waitFor()
    await page.reload()
    await profile.getByLabel('Time zone').and(page.locator(':enabled')).waitFor()
    const { user } = (await (await signInUser(app, agent)).get('/api/v2/users/me')).body
    assert.deepEqual([user.name, user.locale, user.iana_time_zone], ['Ada Agent', 'de', 'Europe/Berlin'])

    await page.getByRole('button', { name: 'Add an address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New address').fill(server.admin.email)
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('already being used').waitFor()
    await dialog.getByLabel('New address').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Link to ada@example.com kept in the outbox').first().waitFor()
    await rowOf(page, 'ada@example.com').getByText('Not verified').waitFor()
    const { body } = await getMailAsWritten(app, 'ada@example.com', 'identity.verification')
    const [, token] = /verify_address#(\S+)/.exec(body) ?? []
    assert.equal((await app.as({}).post('/access/verify_address', { verification: { token } })).status, 200)
    await page.reload()
    await page.getByRole('button', { name: 'Actions for ada@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Make primary' }).click()
    await rowOf(page, 'ada@example.com').getByText('Primary', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Actions for ${agent.email}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await rowOf(page, agent.email).waitFor({ state: 'detached' })

    await rowOf(page, 'Mirror').getByText('tickets:read users:read').waitFor()
    await assertAccessible(page, 'My account')
    await assertFitsWidth(page, 'My account')
    await rowOf(page, 'Mirror').getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'No applications' }).waitFor()
    assert.equal(await statusOf(), 401)
  }))
