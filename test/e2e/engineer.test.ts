// An engineer who is an agent makes the token of an accepted request, on the way that the specification describes.
// Does not belong here: that way for administrators (api_tokens.test.ts), the page of the request (access_story.test.ts).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAcceptedRequest } from '../governance.ts'
import { sessionFor } from '../system.ts'
import { assertAccessible, assertFitsWidth, giveCookie, phone } from './browser.ts'
import { openApiTokens, rowOf, useBrowser } from './story.ts'

const runInBrowser = useBrowser()

// @source docs/reference/specification.md §5.6.4, §5.6.5, §5.6.7
test('an engineer who is an agent adds the token of an accepted request and copies its value', () =>
  runInBrowser(async ({ page, server: { app } }) => {
    const { request, engineer, requester } = await createAcceptedRequest(app)
    await giveCookie(page, (await sessionFor(app, engineer.id)).cookie)
    await page.goto('/')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByRole('link', { name: request.title }).waitFor()
    await openApiTokens(page)
    const places = ['Home', 'Access requests', 'One-time secrets', 'Administration', 'My account']
    assert.deepEqual(await sections.getByRole('link').allInnerTexts(), places)
    assert.deepEqual(await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allInnerTexts(), ['API tokens'])
    await page.getByRole('button', { name: 'Add API token' }).click()
    await page.getByLabel('Description').fill(request.page_url)
    await page.getByRole('button', { name: 'Save' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, request.page_url).getByText('Active', { exact: true }).waitFor()
    assert.equal((await app.as({ email: requester.email, token }).get('/api/v2/groups')).status, 200)

    // the list and the token are there to be read
    await page.getByRole('button', { name: `Actions for ${request.page_url}` }).click()
    await page.getByRole('menuitem', { name: 'Details' }).waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Details'])
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('heading', { level: 1, name: 'API token' }).waitFor()
    assert.equal(await page.locator('main').getByRole('form').count(), 0)
    await assertAccessible(page, 'an API token for an engineer')
    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'an API token for an engineer')
  }))
