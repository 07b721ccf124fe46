// The form of a new access request: who could take its steps, what a change of kind resets, and what survives the end of a session.
// Does not belong here: filing and the steps themselves (access_requests.test.ts, access_story.test.ts).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFitsWidth } from './browser.ts'
import { type FixturePeople, type Member, useFixturePeople } from './fixture_people.ts'
import { setDuties, setRequest } from './request_states.ts'

const runInBrowser = useFixturePeople()
const form = '/access_requests/new'

async function takeDuties({ owner }: FixturePeople, ...members: readonly Member[]): Promise<void> {
  const api = await owner.session()
  for (const { email } of members) {
    const { users } = (await api.get(`/api/v2/users/search?query=email:${email}`)).body
    const { status, body } = await api.put(`/api/v2/access_people/${users[0].id}`, { access_person: { duties: [] } })
    assert.equal(status, 200, JSON.stringify(body))
  }
}

test('a step nobody can take is reported before a request is filed and on its page; the next step names who can take it', () =>
  runInBrowser(async (fixture) => {
    const { requester, engineer, owner } = fixture
    const { page } = requester
    await setDuties(fixture)
    await takeDuties(fixture, engineer, owner)
    await page.goto(form)
    const warning = page.getByRole('alert').filter({ hasText: 'Nobody can issue it: there is no engineer' })
    await warning.getByText('Ask an administrator to change that.').waitFor()
    await page.getByText('Once filed, it waits for Max Manager to approve or reject it.').waitFor()
    await page.getByText('Integration', { exact: true }).click()
    await page.getByText('this instance names no integration-bot agent').waitFor()
    await page.getByRole('button', { name: 'File request' }).click()
    await page.getByText('Cannot be blank: without them').waitFor()
    // changing the kind clears the errors
    await page.getByText('API token', { exact: true }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor({ state: 'detached' })
    const path = await setRequest(requester, 'Nightly export')
    await page.goto(path)
    await warning.getByText('Ask an administrator to change that.').waitFor()
    await assertAccessible(page, 'the request that nobody can issue')
    await assertFitsWidth(page, 'the request that nobody can issue')
    await owner.page.goto(path)
    await owner.page.getByText('Assign the engineer duty to another person at People, Access duties.').waitFor()
  }))

test('a draft typed before the session ended is restored after signing in, for the same user only', () =>
  runInBrowser(async (fixture) => {
    const { requester, engineer } = fixture
    const { page } = requester
    await setDuties(fixture)
    await page.goto(form)
    const write = async () => {
      await page.getByLabel('Title').fill('Nightly export')
      await page.getByLabel('Business reason').fill('Sales reads it')
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'File request' }).click()
      await page.waitForURL('**/sign-in?return_to=*')
    }
    const comeBack = async (who: Member) => {
      await page.getByLabel('E-mail').fill(who.email)
      await page.getByLabel('Password').fill(who.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`**${form}`)
      await page.getByLabel('Title').waitFor()
    }
    await write()
    await comeBack(requester)
    assert.equal(await page.getByLabel('Title').inputValue(), 'Nightly export')
    assert.equal(await page.getByLabel('Business reason').inputValue(), 'Sales reads it')
    await write()
    await comeBack(engineer)
    assert.equal(await page.getByLabel('Title').inputValue(), '')
  }))
