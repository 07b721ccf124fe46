// The life of an API token in the dashboard, as worded in docs/reference/specification.md §5.6 and §5.7.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putDuties } from '../governance.ts'
import { assertAccessible, assertFitsWidth } from './browser.ts'
import { callWithToken, openApiTokens, rowOf, signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

// @source docs/reference/specification.md §5.6.7
// @source docs/reference/specification.md §5.7.1
// @source docs/reference/specification.md §5.7.3
// @source docs/reference/specification.md §5.7.4
test('a token is added, works, is deactivated and is refused, as worded in the specification', () =>
  runInBrowser(async ({ page, server }) => {
    const description = 'https://issues.example.com/access/1234'
    await signIn(page, server.admin)

    // 5.6: open Apps and integrations, then APIs, then API tokens; choose Add API token; enter the description;
    // choose Save; copy the value in the Token field; choose Save again.
    await openApiTokens(page)
    await page.getByRole('button', { name: 'Add API token' }).click()
    await page.getByLabel('Description').fill(description)
    await page.getByRole('button', { name: 'Save' }).click()
    const field = page.getByLabel('Token', { exact: true })
    const token = await field.inputValue()
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, description).getByText('Active', { exact: true }).waitFor()
    assert.match(token, /^dhp_\w{30,}$/)
    assert.equal(await callWithToken(server, token), 200)
    await server.app.running.server.requestLog.flush()

    // 5.7: open the dashboard, then Apps and integrations, then APIs, then API tokens; find the token; open the
    // three-dot menu at the right end of its entry; choose Deactivate; confirm by choosing Deactivate in the pop-up.
    await page.goto('/admin')
    await openApiTokens(page)
    await rowOf(page, description)
      .getByRole('button', { name: `Actions for ${description}` })
      .click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const popUp = page.getByRole('dialog', { name: 'Deactivate this API token?' })
    await popUp.getByText(description).waitFor()
    await popUp.getByText(/^In the last 30 days 1 call from 1 caller/).waitFor()
    await popUp.getByRole('button', { name: 'Deactivate' }).click()
    await rowOf(page, description).getByText('Inactive', { exact: true }).waitFor()
    assert.equal(await callWithToken(server, token), 401)
  }))

// @source docs/reference/specification.md §5.6.7
// @source docs/reference/specification.md §5.7.2
test('Add API token is at the top right and the row menu at the right end of its row', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    const add = await page.getByRole('button', { name: 'Add API token' }).boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const menu = await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).boundingBox()
    const row = await rowOf(page, 'issues.example.com/access/1').boundingBox()
    assert.ok(add && title && menu && row)
    assert.ok(add.x > 1000 && add.y < 120 && add.x > title.x)
    assert.ok(row.x + row.width - (menu.x + menu.width) < 40)
  }))

test('the value can be copied and is not shown again', () =>
  runInBrowser(async ({ page, server }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, server.admin, `${tokensPath}/new`)
    await page.getByLabel('Description').fill('https://issues.example.com/access/7')
    await page.getByRole('button', { name: 'Save' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), token)
    await page.getByRole('button', { name: 'Save' }).click()
    const row = rowOf(page, 'https://issues.example.com/access/7')
    await row.getByText(token.slice(-4)).waitFor()
    assert.doesNotMatch(await page.content(), new RegExp(token))
  }))

test('the description links to the access request without a referrer or opener', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    const link = page.getByRole('link', { name: 'https://issues.example.com/access/1' })
    assert.equal(await link.getAttribute('href'), 'https://issues.example.com/access/1')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
  }))

test('a description that is not a URL is refused at the field, which gets the focus', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, `${tokensPath}/new`)
    await page.getByLabel('Description').fill('for my script')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be the URL of the access request').waitFor()
    await page.getByLabel('Description').fill('https://elsewhere.example.com/1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be the URL of an accepted access request').waitFor()
    const field = page.getByLabel('Description')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await field.and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
  }))

test('an exception needs a reason, and the list shows both', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, `${tokensPath}/new`)
    await page.getByText('Script or automation of the support-operations team').click()
    await page.getByLabel('Description').fill('Nightly triage')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Reason').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Reason').fill('Sorts the tickets of the day')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Token', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'Nightly triage').getByText('Team automation: Sorts the tickets of the day').waitFor()
  }))

test('the form has expiry, user and limits; errors disappear when their field changes; leaving asks for confirmation', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, `${tokensPath}/new`)
    await page.getByText('Script or automation of the support-operations team').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Reason').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByText('URL of the access request', { exact: true }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('alert').count(), 0, 'nothing of the other ground is left')
    await page.getByText('Script or automation of the support-operations team').click()
    await page.getByLabel('Description').fill('Nightly triage')
    await page.getByLabel('Reason').fill('Sorts the tickets of the day')
    await page.getByText('End, binding and limits').click()
    await page.getByLabel('Last day').fill('2001-01-01')
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/24')
    await page.getByLabel('Calls a minute').fill('60')
    await page.getByLabel('Works for').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be in the future').waitFor()
    await assertAccessible(page, 'the form with its bounds')
    await assertFitsWidth(page, 'the form with its bounds')
    await page.getByLabel('Last day').fill('2040-05-01')
    await page.getByText('Must be in the future').waitFor({ state: 'detached' })

    // neither the form nor, later, the value is lost by clicking elsewhere
    const leaving = page.getByRole('dialog')
    const goAway = () => page.getByRole('link', { name: 'API tokens' }).last().click()
    await goAway()
    await leaving.getByText('What you have entered is not kept.').waitFor()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    await goAway()
    await leaving.getByText('Its value is shown only once.').waitFor()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Token', { exact: true }).inputValue(), token)
    const asked = page.waitForEvent('dialog')
    page.reload().catch(() => undefined) // the reload is blocked, and this promise never settles
    const question = await asked
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'Nightly triage').getByText('Active', { exact: true }).waitFor()
    const { api_tokens } = await page.evaluate<{ api_tokens: Record<string, unknown>[] }>(
      `fetch('/api/v2/api_tokens').then((answer) => answer.json())`,
    )
    const made = api_tokens.find(({ description }) => description === 'Nightly triage')
    assert.deepEqual(
      [made?.expires_at, made?.allowed_ips, made?.per_minute, typeof made?.assigned_user_id],
      ['2040-05-01T23:59:59Z', ['192.0.2.0/24'], 60, 'number'],
    )
  }))

test('an inactive token can be reactivated, or deleted for good', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(2)
    await signIn(page, server.admin, tokensPath)
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const row = rowOf(page, 'https://issues.example.com/access/1')
    await act('Deactivate')
    await row.getByText('Inactive', { exact: true }).waitFor()
    await act('Reactivate')
    await row.getByText('Active', { exact: true }).waitFor()
    await act('Deactivate')
    await row.getByText('Inactive', { exact: true }).waitFor()
    await act('Delete')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    assert.equal(await rowOf(page, 'https://issues.example.com/access/2').count(), 1)
  }))

test('Cancel and Escape leave the token unchanged and return the focus to its row', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    const opener = page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' })
    for (const leave of [() => page.getByRole('button', { name: 'Cancel' }).click(), () => page.keyboard.press('Escape')]) {
      await opener.click()
      await page.getByRole('menuitem', { name: 'Deactivate' }).click()
      await page.getByRole('dialog').waitFor()
      await leave()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await opener.and(page.locator(':focus')).waitFor()
    }
    assert.equal(await rowOf(page, 'access/1').getByText('Active', { exact: true }).count(), 1)
  }))

test("what can be added depends on the user's duties, and the page says which is missing", () =>
  runInBrowser(async ({ page, server: { admin, app } }) => {
    await putDuties(app, app.admin.id, [])
    await signIn(page, admin, tokensPath)
    await page.getByText('You have no duty to add tokens').waitFor()
    await assertAccessible(page, 'the list for somebody without a duty')
    await assertFitsWidth(page, 'the list for somebody without a duty')
    assert.equal(await page.getByRole('button', { name: 'Add API token' }).count(), 0)
    await page.getByRole('button', { name: 'New access request' }).waitFor()
    await page.goto(`${tokensPath}/new`)
    await page.getByText('You have no duty to add tokens').waitFor()
    assert.equal(await page.getByLabel('Description').count(), 0)

    await putDuties(app, app.admin.id, ['engineer'])
    await page.goto(tokensPath)
    await page.getByRole('button', { name: 'Add API token' }).click()
    await page.getByText('takes the duty of support operations').waitFor()
    await page.getByLabel('Description').waitFor()
    assert.equal(await page.getByRole('radio').count(), 0)

    await putDuties(app, app.admin.id, ['support_operations'])
    await page.reload()
    await page.getByText('takes the duty of an engineer').waitFor()
    assert.equal(await page.getByRole('radio').count(), 2)
    await page.getByLabel('Description').fill('The nightly export')
    await page.getByLabel('Reason').fill('The team’s own script')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Token', { exact: true }).waitFor()
  }))
