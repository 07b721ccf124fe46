// Access requests in the browser, following docs/reference/specification.md §5.6: each user signs in and takes their step.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, makeClient } from '../client.ts'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import type { TestServer } from './server.ts'
import { callWithToken, rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const home = '/access_requests'
const password = 'correct horse battery'

interface TestUser {
  id: number
  name: string
  email: string
  password: string
}

type People = Record<'requester' | 'manager' | 'provisioner' | 'engineer', TestUser>

function callAs(server: TestServer, who: { email: string; password: string }): Client {
  return makeClient(server.base_url, { authorization: `Basic ${Buffer.from(`${who.email}:${who.password}`).toString('base64')}` })
}

/** Creates four agents, each with a part in access requests. */
async function makePeople(server: TestServer): Promise<People> {
  const api = callAs(server, server.admin)
  const make = async (name: string): Promise<TestUser> => {
    const email = `${name.toLowerCase()}@example.com`
    const { status, body } = await api.post('/api/v2/users', { user: { name, email, role: 'agent', password, verified: true } })
    assert.equal(status, 201, JSON.stringify(body))
    return { id: body.user.id, name, email, password }
  }
  const people = {
    requester: await make('Rita'),
    manager: await make('Max'),
    provisioner: await make('Paula'),
    engineer: await make('Emil'),
  }
  const put = (id: number, access_person: object) => api.put(`/api/v2/access_people/${id}`, { access_person })
  await put(people.requester.id, { manager_id: people.manager.id })
  await put(people.provisioner.id, { duties: ['provisioner'] })
  await put(people.engineer.id, { duties: ['engineer'] })
  return people
}

async function fileRequest(server: TestServer, { requester }: People, title: string): Promise<number> {
  const access_request = { kind: 'api_token', title, business_reason: 'Sales reads it', use_case: 'A script' }
  const { status, body } = await callAs(server, requester).post('/api/v2/access_requests', { access_request })
  assert.equal(status, 201, JSON.stringify(body))
  return body.access_request.id
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/sign-in')
}

/** The labels of the offered steps, without the other buttons of the page. */
async function listOfferedSteps(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'What has happened' }).waitFor()
  const names = await page.locator('main').getByRole('button').allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => name !== 'Add comment')
}

async function takeStep(page: Page, label: string, reason?: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: label, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a request is filed, approved, reviewed, accepted and issued, each by the user responsible', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const title = 'Nightly export'

    // 5.6 step 1: the requester files an access-request issue
    await signIn(page, people.requester, home)
    await page.getByText('You have not filed an access request yet.').waitFor()
    await page.getByRole('button', { name: 'New access request' }).click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Business reason').fill('Sales reads yesterday’s tickets')
    await page.getByLabel('Use case').fill('A script lists the tickets of the day')
    await page.getByRole('button', { name: 'File request' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    assert.deepEqual(await listOfferedSteps(page), ['Withdraw', 'Edit'])
    const { pathname } = new URL(page.url())
    await page.getByLabel('Comment').fill('It is needed from Monday on')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByText('It is needed from Monday on').waitFor()
    await signOut(page)

    // 5.6 step 2: the requester's manager approves the request
    await signIn(page, people.manager, home)
    await page.getByRole('button', { name: 'To approve 1' }).click()
    await rowOf(page, title).getByRole('link', { name: title }).click()
    assert.deepEqual(await listOfferedSteps(page), ['Approve', 'Reject'])
    await page.getByText('Waits for you to approve or reject it.').waitFor()
    // the text being decided on is beside the form
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByText('A script lists the tickets of the day').waitFor()
    await assertAccessible(page, 'the dialog of a decision')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await takeStep(page, 'Approve')
    await page.getByText('Waiting for review').waitFor()
    assert.deepEqual(await listOfferedSteps(page), [])
    await signOut(page)

    // 5.6 step 3: the instance provisioner reviews the business reason and use case
    await signIn(page, people.provisioner, home)
    await page.getByRole('button', { name: 'To review 1' }).click()
    await rowOf(page, title).getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: 'Record review' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record review' }).click()
    await page.getByLabel('Findings').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Findings').fill('Reads tickets only')
    await page.getByRole('dialog').getByRole('button', { name: 'Record review' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await takeStep(page, 'Accept', 'Needed daily')
    await page.getByText('Waiting to be issued').waitFor()
    await signOut(page)

    // 5.6 step 4: an engineer creates the token; it is handed over as a one-time secret
    await signIn(page, people.engineer, pathname)
    assert.deepEqual(await listOfferedSteps(page), ['Issue'])
    await page.getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('dialog').getByText('straight into a one-time secret').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('list', { name: 'History' }).getByText('issued it').waitFor()
    assert.doesNotMatch(await page.content(), /dhp_\w{30}/)
    const history = await page.getByRole('list', { name: 'History' }).getByRole('listitem').allInnerTexts()
    assert.deepEqual(
      history.map((entry) => entry.split(' ').slice(0, 2).join(' ')),
      ['Rita filed', 'Rita commented', 'Max approved', 'Paula recorded', 'Paula accepted', 'Emil issued'],
    )
  }))

test('an incomplete form shows its errors at the fields', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    await signIn(page, people.requester, `${home}/new`)
    await page.getByRole('button', { name: 'File request' }).click()
    for (const label of ['Title', 'Business reason', 'Use case'])
      await page.getByLabel(label).and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Title').and(page.locator(':focus')).waitFor()
    await page.getByText('Integration', { exact: true }).click()
    await page.getByLabel('Kind of integration').waitFor()
  }))

for (const width of [375, 768, 1000, 1280])
  test(`the scopes of an integration are chosen from a list by keyboard in a window of ${width} pixels`, () =>
    runInBrowser(
      async ({ page, server }) => {
        const people = await makePeople(server)
        await signIn(page, people.requester, `${home}/new`)
        await page.getByLabel('Title').fill('Status board')
        await page.getByLabel('Business reason').fill('Seen by all')
        await page.getByLabel('Use case').fill('Shows counts')
        await page.getByText('Integration', { exact: true }).click()
        const narrow = page.getByRole('group', { name: 'Scopes of one kind of record' })
        for (const name of ['See tickets and their comments', 'See users']) {
          await narrow.getByRole('checkbox', { name, exact: true }).focus()
          await page.keyboard.press('Space')
        }
        await assertAccessible(page, 'the request of an integration')
        await assertFitsWidth(page, 'the request of an integration')
        await page.getByRole('button', { name: 'File request' }).click()
        await page.getByRole('heading', { level: 1, name: 'Status board' }).waitFor()
        await page.getByText('tickets:read users:read', { exact: true }).waitFor()
      },
      { width, height: 812 },
    ))

test('a user without a manager sees who can help', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.agent, `${home}/new`)
    await page.getByText('You have no manager here yet').waitFor()
    await page.getByLabel('Title').fill('Mine')
    await page.getByLabel('Business reason').fill('Mine')
    await page.getByLabel('Use case').fill('Mine')
    await page.getByRole('button', { name: 'File request' }).click()
    await page.getByText('an administrator must name one').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((url) => url.pathname === '/sign-in')
    await signIn(page, server.admin, `${home}/new`)
    await page.getByText('Name your manager at People, Access duties, then file it.').waitFor()
  }))

test('uninvolved users see no request, and user text is shown as plain text', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const title = '<img src=x onerror=alert(1)>'
    const id = await fileRequest(server, people, title)
    await signIn(page, server.agent, `${home}/${id}`)
    await page.getByText('There is no such access request').waitFor()
    await signOut(page)
    await signIn(page, people.requester, `${home}/${id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await takeStep(page, 'Withdraw', 'Not needed any more')
    await page.getByText('Not needed any more').waitFor()
    assert.deepEqual(await listOfferedSteps(page), [])
  }))

for (const [name, viewport] of [
  ['a window', undefined],
  ['a phone', phone],
] as const)
  test(`the requester edits a request until it is approved, in ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      const people = await makePeople(server)
      const id = await fileRequest(server, people, 'Nightly export')
      await signIn(page, people.requester, `${home}/${id}`)
      await page.getByRole('button', { name: 'Edit' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Edit the access request' })
      await dialog.getByLabel('Title').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByLabel('Title').and(page.locator('[aria-invalid="true"]:focus')).waitFor()
      await assertAccessible(page, 'the refused edit')
      await assertFitsWidth(page, 'the refused edit')
      await dialog.getByLabel('Title').fill('Weekly export')
      await dialog.getByLabel('Use case').fill('A script that runs on Mondays')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: 'Weekly export' }).waitFor()
      await page.getByText('A script that runs on Mondays').waitFor()
      await page.getByRole('list', { name: 'History' }).getByText('changed the request').waitFor()
      await assertFitsWidth(page, 'the changed request')
      const approved = await callAs(server, people.manager).post(`/api/v2/access_requests/${id}/approve`, {})
      assert.equal(approved.status, 200)
      await page.reload()
      await page.getByText('Waiting for review').waitFor()
      assert.deepEqual(await listOfferedSteps(page), ['Withdraw'])
    }, viewport))

test('a manager with an outdated request open does not approve it: the page shows the new text to decide on', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const id = await fileRequest(server, people, 'Nightly export')
    const requester = callAs(server, people.requester)
    await signIn(page, people.manager, `${home}/${id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const edit = { access_request: { use_case: 'A script that deletes every ticket' } }
    assert.equal((await requester.put(`/api/v2/access_requests/${id}`, edit)).status, 200)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('alert').getByText('The request was edited while you had it open').waitFor()
    await page.getByText('A script that deletes every ticket').waitFor()
    await assertAccessible(page, 'the request that was edited meanwhile')
    const read = async () => (await requester.get(`/api/v2/access_requests/${id}`)).body.access_request.state
    assert.equal(await read(), 'submitted')
    // a comment does not change the text
    await requester.post(`/api/v2/access_requests/${id}/comments`, { comment: { body: 'Sorry' } })
    await takeStep(page, 'Approve')
    await page.getByText('Waiting for review').waitFor()
    assert.equal(await page.getByText('edited while you had it open').count(), 0)
    assert.equal(await read(), 'manager_approved')
  }))

// @source docs/reference/access_governance.md §10
test('before revoking, the requester sees who calls with the token of the request', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const id = await fileRequest(server, people, 'Nightly export')
    const owner = callAs(server, server.admin)
    const me = (await owner.get('/api/v2/users/me')).body.user.id as number
    await owner.put(`/api/v2/access_people/${me}`, { access_person: { duties: ['engineer'] } })
    const postStep = (who: Client, name: string, body: object) => who.post(`/api/v2/access_requests/${id}/${name}`, body)
    await postStep(callAs(server, people.manager), 'approve', {})
    for (const name of ['review', 'accept']) await postStep(callAs(server, people.provisioner), name, { step: { reason: 'Sound' } })
    const { body } = await postStep(owner, 'issue', { issue: { mode: 'show' } })
    assert.equal(await callWithToken(server, body.api_token.token, { email: people.requester.email, user_agent: 'nightly-export/2' }), 200)
    await server.app.running.server.requestLog.flush()
    await signIn(page, people.requester, `${home}/${id}`)
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('nightly-export/2').waitFor()
    await assertAccessible(page, 'what breaks')
    await dialog.getByRole('textbox').fill('The export is no more')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    assert.equal(await callWithToken(server, body.api_token.token), 401)
  }))

test('an administrator gives duties and names managers', () =>
  runInBrowser(async ({ page, server }) => {
    await makePeople(server)
    await signIn(page, server.admin, '/admin/people/access_people')
    await rowOf(page, 'Rita').getByText('Max').waitFor()
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('No user has this e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill('Agent@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agent' })
    await dialog.getByText('Provisioner', { exact: true }).click()
    await dialog.getByLabel('Manager').selectOption({ label: 'Max (max@example.com)' })
    await assertAccessible(page, 'the dialog of duties')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = rowOf(page, 'agent@example.com')
    await row.getByText('Provisioner').waitFor()
    await row.getByText('Max').waitFor()
    await assertAccessible(page, 'the list of duties')
  }))

test('an administrator names another manager for a request, and an engineer who copied the value hands it over', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const id = await fileRequest(server, people, 'By hand')
    const api = callAs(server, server.admin)
    await signIn(page, server.admin, `${home}/${id}`)
    await page.getByRole('button', { name: 'Name another manager' }).click()
    await page.getByRole('dialog').getByLabel('Manager', { exact: true }).selectOption({ label: 'Emil (emil@example.com)' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Manager changed from Max to Emil').waitFor()

    const postStep = async (who: TestUser, name: string) => {
      const { status, body } = await callAs(server, who).post(`/api/v2/access_requests/${id}/${name}`, { step: { reason: 'Sound' } })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await postStep(people.engineer, 'approve')
    await postStep(people.provisioner, 'review')
    await postStep(people.provisioner, 'accept')
    const admin = (await api.get('/api/v2/users/me')).body.user.id
    await api.put(`/api/v2/access_people/${admin}`, { access_person: { duties: ['engineer'] } })

    // 5.6: copy the value in the Token field; the token is then handed to the requester through a one-time-access shared secret item
    await page.reload()
    await page.getByRole('button', { name: 'Issue' }).click()
    await page.getByText('Create and show me the value').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    assert.match(token, /^dhp_\w{30,}$/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Hand over' }).click()
    await page.getByLabel('Token', { exact: true }).fill('something else')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await page.getByText('Does not match the token issued for this access request').waitFor()
    await page.getByLabel('Token', { exact: true }).fill(token)
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await listOfferedSteps(page), ['Revoke'])
    const waiting = (await callAs(server, people.requester).get('/api/v2/shared_secrets?filter[box]=received')).body.shared_secrets
    assert.deepEqual(
      waiting.map((secret: { access_request_id: number; state: string }) => [secret.access_request_id, secret.state]),
      [[id, 'waiting']],
    )
    await takeStep(page, 'Revoke', 'Not needed any more')
    await page.getByText('Revoked', { exact: true }).waitFor()
  }))

test('the integration-bot agent creates the integration, and revoking it requires its typed name', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    const api = callAs(server, server.admin)
    const bot = people.engineer
    await api.put('/api/v2/deskhand/settings', { settings: { access: { integration_bot_id: bot.id } } })
    const texts = { title: 'Status board', business_reason: 'Seen by all', use_case: 'Shows counts' }
    const access_request = { kind: 'integration', scopes: ['tickets:read'], ...texts }
    const filed = await callAs(server, people.requester).post('/api/v2/access_requests', { access_request })
    const { id } = filed.body.access_request
    const postStep = async (who: TestUser, name: string) => {
      const { status, body } = await callAs(server, who).post(`/api/v2/access_requests/${id}/${name}`, { step: { reason: 'Sound' } })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await postStep(people.manager, 'approve')
    await postStep(people.provisioner, 'review')
    await postStep(people.provisioner, 'accept')

    await signIn(page, bot, `${home}/${id}`)
    await page.getByText('Prefer an API token').waitFor()
    await page.getByRole('button', { name: 'Issue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('generic')
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await dialog.locator('[aria-invalid="true"]').first().waitFor()
    await dialog.getByLabel('What connects with what').fill('The board reads counts of tickets')
    await dialog.getByLabel('Contact').fill('ops@example.com')
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Being set up', { exact: true }).waitFor()
    // the bot is not an administrator, but both it and the requester may open the checklist
    await page.getByRole('link', { name: 'Go to the checklist of the integration' }).click()
    await page.getByRole('heading', { level: 1, name: 'Status board' }).waitFor()
    await page
      .getByRole('button', { name: /^Mark as done/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click()
    await page.getByText('1 of 3 steps are done.').waitFor()
    await assertAccessible(page, 'the checklist of an integration')
    const checklist = new URL(page.url()).pathname
    await signOut(page)
    await signIn(page, people.requester, checklist)
    await page.getByText('1 of 3 steps are done.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Mark as done/ }).count(), 0)

    await page.goto(`${home}/${id}`)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByLabel('Reason').fill('Not needed any more')
    await dialog.getByLabel('Name of the integration').fill('Another one')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('Type the name of the integration as it stands').waitFor()
    await dialog.getByLabel('Name of the integration').fill('Status board')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'detached' })
  }))

test('with the keyboard alone a request is found, opened and approved, and the focus is never lost', () =>
  runInBrowser(async ({ page, server }) => {
    const people = await makePeople(server)
    await fileRequest(server, people, 'By hand')
    await signIn(page, people.manager, home)
    const press = async (name: string, role: 'button' | 'link' = 'button') => {
      await page.getByRole(role, { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await press('To approve 1')
    await press('By hand', 'link')
    const title = page.getByRole('heading', { level: 1, name: 'By hand' })
    await title.and(page.locator(':focus')).waitFor()
    await press('Approve')
    const note = page.getByRole('dialog').getByLabel('Note')
    await note.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Approve' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await note.focus()
    await page.keyboard.type('Needed')
    await page.keyboard.press('Tab') // Cancel
    await page.keyboard.press('Tab') // Approve
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Waiting for review').waitFor()
    await title.and(page.locator(':focus')).waitFor()
  }))

for (const [name, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', phone],
] as const)
  test(`on ${name} the pages of access requests are accessible and fit`, () =>
    runInBrowser(async ({ page, server }) => {
      const people = await makePeople(server)
      const id = await fileRequest(server, people, `A title that is rather long, ${'so '.repeat(60)}that it has to break`)
      await fileRequest(server, people, 'Short')
      await signIn(page, people.manager, home)
      for (const [path, ready] of [
        [`${home}?tab=to_approve`, 'Short'],
        [`${home}/${id}`, 'What has happened'],
        [`${home}/new`, 'File request'],
      ] as const) {
        await page.goto(path)
        await page.getByText(ready).first().waitFor()
        await assertAccessible(page, path)
        await assertFitsWidth(page, path)
      }
      await page.goto(`${home}/${id}`)
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').waitFor()
      await assertAccessible(page, 'the dialog of a step')
    }, viewport))
