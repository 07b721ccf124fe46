// Where users arrive after signing in: at the list with work for them, in the frame they have on every page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestApp } from '../app.ts'
import { createAcceptedRequest, createFiledRequest, getGovernedPeople, stepAs } from '../governance.ts'
import { sessionFor } from '../system.ts'
import { giveCookie } from './browser.ts'
import { useBrowser } from './story.ts'

const runInBrowser = useBrowser()

/** Signs the browser in as another user. */
async function switchUser(page: Page, app: TestApp, userId: number): Promise<void> {
  await page.context().clearCookies()
  await giveCookie(page, (await sessionFor(app, userId)).cookie)
}

test('users land on what waits for them, administrators on their home page', () =>
  runInBrowser(async ({ page, server: { app } }) => {
    const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
    const assertLandsOn = async (userId: number, list: string) => {
      await switchUser(page, app, userId)
      await page.goto('/')
      await page.locator('[aria-pressed="true"]').getByText(list, { exact: true }).waitFor()
    }
    await assertLandsOn(requester.id, 'Mine 0')
    await assertLandsOn(provisioner.id, 'To review 0')
    await createFiledRequest(app)
    const { request } = await createFiledRequest(app)
    await assertLandsOn(manager.id, 'To approve 2')
    await page.getByRole('row').nth(2).waitFor()
    await stepAs(manager, request.id, 'approve')
    await assertLandsOn(provisioner.id, 'To review 1')
    const waitForPressed = (list: string) => page.locator('[aria-pressed="true"]').getByText(list, { exact: true }).waitFor()
    const bar = page.getByRole('navigation', { name: 'Sections' })
    await page.getByRole('button', { name: 'Mine 0' }).click()
    await waitForPressed('Mine 0')
    await page.reload()
    await waitForPressed('Mine 0')
    await bar.getByRole('link', { name: 'My account' }).click()
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
    await bar.getByRole('link', { name: 'Access requests' }).click()
    await waitForPressed('To review 1')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
    await createAcceptedRequest(app)
    await assertLandsOn(engineer.id, 'To issue 1')
    await switchUser(page, app, app.admin.id)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/admin')
  }))

test('everyone has the sections they may open on every page, and the pages of administration next to those', () =>
  runInBrowser(async ({ page, server: { app } }) => {
    const { requester } = await getGovernedPeople(app)
    const sections = page.getByRole('navigation', { name: 'Sections' })
    const pages = page.getByRole('navigation', { name: 'Admin' })
    for (const [userId, names] of [
      [app.admin.id, ['Home', 'Access requests', 'One-time secrets', 'Administration', 'My account']],
      [requester.id, ['Home', 'Access requests', 'One-time secrets', 'My account']],
    ] as const) {
      await switchUser(page, app, userId)
      for (const [path, title] of [
        ['/account', 'My account'],
        ['/access_requests', 'Access requests'],
        ['/secrets', 'One-time secrets'],
      ] as const) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await sections.getByRole('link', { name: title }).and(page.locator('[aria-current="page"]')).waitFor()
        assert.deepEqual(await sections.getByRole('link').allInnerTexts(), names)
        assert.equal(await pages.count(), 0, path)
      }
    }
    await switchUser(page, app, app.admin.id)
    await page.goto('/admin/people/team_members')
    await pages.getByRole('link', { name: 'Team members' }).and(page.locator('[aria-current="page"]')).waitFor()
    await sections.getByRole('link', { name: 'Administration' }).and(page.locator('[aria-current="page"]')).waitFor()
  }))
