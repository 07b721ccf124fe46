// The list of API tokens in all its states: empty, loading, failed, long, filtered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '../jobs.ts'
import { rowOf, signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const listRequest = '**/api/v2/api_tokens?*'

test('an instance without tokens says so', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    assert.equal(await page.title(), 'API tokens · Deskhand')
  }))

test('while the tokens load, the page is shown and says so', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    const { promise: arrived, resolve: letArrive } = Promise.withResolvers<void>()
    await page.route(listRequest, async (route) => {
      await arrived
      await route.continue()
    })
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('status').filter({ hasText: 'Loading the API tokens' }).waitFor()
    await page.getByRole('button', { name: 'Add API token' }).waitFor()
    letArrive()
    await rowOf(page, 'access/1').waitFor()
  }))

test('when the server cannot be reached the page says so, and Try again fetches again', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await page.route(listRequest, (route) => route.abort())
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    await page.unroute(listRequest)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf(page, 'access/1').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  }))

test('an act that fails shows a toast and changes nothing', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(1)
    await signIn(page, server.admin, tokensPath)
    await page.route('**/api/v2/api_tokens/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    assert.equal(await rowOf(page, 'access/1').getByText('Active', { exact: true }).count(), 1)
  }))

test('300 tokens are shown in pages of 50, and the page is in the URL', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(300)
    await signIn(page, server.admin, tokensPath)
    await page.getByText('1–50 of 300').waitFor()
    assert.equal(await page.getByRole('row').count(), 51)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('51–100 of 300').waitFor()
    await page.reload()
    await page.getByText('51–100 of 300').waitFor()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await page.getByText('1–50 of 300').waitFor()
    await page.goto(`${tokensPath}?page=6`)
    await page.getByText('251–300 of 300').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled'), 'true')
  }))

test('the list can be searched and filtered by status, and both are in the URL', () =>
  runInBrowser(async ({ page, server }) => {
    await server.make_api_tokens(12)
    await signIn(page, server.admin, tokensPath)
    await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/12', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Inactive 1' }).click()
    await page.waitForURL('**?status=inactive')
    await waitFor(() => page.getByRole('row').count(), 2)
    await page.getByRole('button', { name: 'All 12' }).click()
    await page.getByLabel('Search API tokens').fill('access/1')
    await page.getByRole('button', { name: 'Active 3' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 5)
    await page.reload()
    assert.equal(await page.getByLabel('Search API tokens').inputValue(), 'access/1')
    await page.getByLabel('Search API tokens').fill('nothing like it')
    await page.getByRole('heading', { name: 'No API token matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'All 12' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
  }))
