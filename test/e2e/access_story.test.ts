// The complete life of an access with five people, each in their own browser: from the request to the revocation, and its audit trail.
// Does not belong here: refused shortcuts (access_shortcuts.test.ts), details of single pages (the files named after them).

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { runScheduledWork } from '../jobs.ts'
import {
  bringToAcceptance,
  fileRequest,
  giveDuties,
  listOfferedSteps,
  openSecret,
  requestsPath,
  takeStep,
  useFixturePeople,
} from './fixture_people.ts'
import type { FixturePeople, Member } from './fixture_people.ts'
import { setAcceptance, setDuties, setRequest } from './request_states.ts'
import { callWithToken, openApiTokens, rowOf } from './story.ts'

const runInBrowser = useFixturePeople()
const TITLE = 'Nightly export'
const SECRET = `API token for the access request ${TITLE}`
const TOKEN = /dhp_\w{30}/
const COMMAND = join(import.meta.dirname, '../../cli/deskhand.ts')

const waitForState = (page: Page, word: string) => page.locator('main').getByText(word, { exact: true }).first().waitFor()

/** The engineer issues on the page of the request; the value goes directly to the requester. */
async function createAndHandOver({ page }: Member, path: string): Promise<void> {
  await page.goto(requestsPath)
  await page.getByRole('button', { name: 'To issue 1' }).click()
  await rowOf(page, TITLE).getByRole('link', { name: TITLE }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  assert.equal(new URL(page.url()).pathname, path)
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const dialog = page.getByRole('dialog')
  assert.ok(await dialog.getByRole('radio', { name: 'Create and hand over' }).isChecked())
  await dialog.getByRole('button', { name: 'Issue' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Waiting to be opened')
  await page.getByText('Waits for Rita Requester to open the one-time secret.').waitFor()
}

/** Asserts that no browser but the requester's has received the value, although all involved see the resulting token. */
async function assertUnseen(members: readonly Member[], token: string): Promise<void> {
  for (const { name, page, heard } of members) {
    const answers = await heard()
    assert.ok(answers.length > 3, `${name} was listened to`)
    assert.doesNotMatch(await page.content(), TOKEN, `${name} sees no token`)
    const answer = answers.find((text) => text.includes(token) || TOKEN.test(text))
    assert.equal(answer, undefined, `no answer to ${name} holds the token`)
  }
}

/** Asserts that the caller is on the administrator's pages API activity and deprecation radar. */
async function assertCallerShown({ page }: Member, email: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Administration' }).click()
  await menu.getByRole('link', { name: 'API activity' }).click()
  await page.getByRole('img', { name: 'Calls day by day' }).waitFor()
  await page.getByLabel('Sum up by').selectOption('User agent')
  await rowOf(page, 'nightly-export/1').getByText('1', { exact: true }).first().waitFor()
  await menu.getByRole('link', { name: 'Deprecation radar' }).click()
  const callers = page.getByRole('table', { name: /^Callers of .*API tokens/ })
  const caller = callers.getByRole('row').filter({ hasText: 'nightly-export/1' })
  await caller.getByText(email).waitFor()
}

/** Opens the menu of the token's row and the confirmation, and checks that it shows the impact; returns the dialog. */
async function askToDeactivate({ page }: Member, description: string) {
  await page.goto('/admin')
  await openApiTokens(page)
  await rowOf(page, description)
    .getByRole('button', { name: `Actions for ${description}` })
    .click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const popUp = page.getByRole('dialog', { name: 'Deactivate this API token?' })
  await popUp.getByText(/^In the last 30 days 1 call from 1 caller/).waitFor()
  await popUp.getByText('nightly-export/1').waitFor()
  return popUp
}

/** The audit log of the request, oldest first, as its page shows it. */
async function auditTrail({ page }: Member, path: string): Promise<string[]> {
  await page.goto(`/admin/account/audit_log?type=access_request&source=${path.split('/').at(-1)}`)
  await rowOf(page, TITLE).first().waitFor()
  const rows = await page.getByRole('row').allInnerTexts()
  return rows.slice(1).toReversed()
}

/** Exports the log on its page, and verifies it with the command and the head shown there. */
async function assertLogProven({ page }: Member): Promise<void> {
  await page.goto('/admin/account/audit_log')
  const head = await page.getByLabel('Head of the chain').inputValue()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download for verification' }).click()
  const file = await (await download).path()
  const verify = (kept: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'audit', 'verify', '--file', file, '--head', kept], {
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  const proven = verify(head)
  assert.equal(proven.status, 0, proven.said)
  assert.match(proven.said, /^The audit log of instance \d+ is whole: \d+ entries/)
  const [position = '', hash = ''] = head.split(':')
  assert.equal(verify(`${position}:${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`).status, 1)
}

/** The mails in the outbox, oldest first: subject and recipient. Asserts that none contains the secret or a link to it. */
async function mailsIn({ session, page }: Member, token: string): Promise<string[]> {
  const { body } = await (await session()).get('/api/v2/deskhand/mails?page[size]=100')
  for (const { subject, body: text } of body.mails) {
    assert.doesNotMatch(subject + text, /dh[a-z]_\w/)
    assert.ok(!`${subject} ${text}`.includes(token))
  }
  await page.goto('/admin/account/outbox')
  await page.getByRole('table', { name: 'Mails' }).waitFor()
  assert.equal(await page.getByRole('row').count(), body.mails.length + 1)
  return body.mails.map(({ topic, to }: { topic: string; to: string }) => `${topic} → ${to.split('.', 1)[0]}`).toReversed()
}

async function callAsScript({ server, requester }: FixturePeople, token: string): Promise<number> {
  const status = await callWithToken(server, token, { email: requester.email, user_agent: 'nightly-export/1' })
  await server.app.running.server.requestLog.flush()
  return status
}

// @source docs/reference/specification.md §5.6.1, §5.6.2, §5.6.3, §5.6.4, §5.6.5, §5.6.8, §5.7
test('five people: request, manager, review, issue, hand-off, use, radar, revoke; every step is in the audit log and in a mail', () =>
  runInBrowser(async (fixture) => {
    const { server, requester, manager, provisioner, engineer, owner } = fixture
    await giveDuties(fixture)
    const path = await fileRequest(requester, TITLE)
    assert.deepEqual(await listOfferedSteps(requester, path), ['Withdraw', 'Edit'])
    assert.deepEqual(await listOfferedSteps(manager, path), ['Approve', 'Reject'])
    assert.deepEqual(await listOfferedSteps(provisioner, path), [])
    await bringToAcceptance(fixture, path)
    assert.deepEqual(await listOfferedSteps(engineer, path), ['Issue'])
    await createAndHandOver(engineer, path)

    const token = await openSecret(requester, SECRET)
    assert.match(token, /^dhp_\w{30,}$/)
    await engineer.page.goto(path)
    await waitForState(engineer.page, 'Handed over')
    await assertUnseen([engineer, manager, provisioner, owner], token)
    assert.equal((await requester.heard()).filter((text) => text.includes(token)).length, 1, 'the value was answered once')

    assert.equal(await callAsScript(fixture, token), 200)
    await runScheduledWork(server.app)
    await requester.page.goto(path)
    await waitForState(requester.page, 'Active')
    await assertCallerShown(engineer, requester.email)

    const popUp = await askToDeactivate(engineer, server.base_url + path)
    assert.equal(await callWithToken(server, token), 200, 'nothing has happened yet')
    await popUp.getByRole('button', { name: 'Deactivate' }).click()
    await rowOf(engineer.page, path).getByText('Inactive', { exact: true }).waitFor()
    assert.equal(await callWithToken(server, token), 401)
    await requester.page.reload()
    await waitForState(requester.page, 'Revoked')
    assert.deepEqual(await listOfferedSteps(requester, path), [])

    const trail = await auditTrail(owner, path)
    const told = [
      ['Created', requester],
      ['approve', manager],
      ['review', provisioner],
      ['accept', provisioner],
      ['issue', engineer],
      ['hand', requester],
      ['is in use', undefined],
      ['revoke', engineer],
    ] as const
    assert.equal(trail.length, told.length, trail.join('\n'))
    for (const [index, [word, who]] of told.entries()) {
      assert.match(trail[index] ?? '', new RegExp(word, 'i'))
      assert.match(trail[index] ?? '', new RegExp(who?.name ?? 'System'))
    }
    await assertLogProven(owner)
    await assertUnseen([engineer, manager, provisioner, owner], token)
    assert.deepEqual(await mailsIn(owner, token), [
      'access_request.submitted → max',
      'access_request.manager_approved → paula',
      'access_request.accepted → emil',
      'access_request.accepted → rita',
      'access_request.issued → rita',
      'shared_secret.created → rita',
      'shared_secret.read → emil',
      ...['max', 'paula', 'emil'].map((who) => `access_request.handed_over → ${who}`),
      'access_request.active → rita',
      ...['rita', 'max', 'paula'].map((who) => `access_request.revoked → ${who}`),
    ])
  }))

// @source docs/reference/specification.md §5.6.5, §5.6.7, §5.6.8, §5.7
test('the steps in the admin dashboard: add, save, copy, save, hand over; and the three-dot menu at the end', () =>
  runInBrowser(async (fixture) => {
    const { server, requester, engineer } = fixture
    const { page } = engineer
    await setDuties(fixture)
    const path = await setRequest(requester, TITLE)
    await setAcceptance(fixture, path)
    const description = server.base_url + path

    // open Apps and integrations, then APIs, then API tokens; choose Add API token; enter the description; choose Save;
    // copy the value in the Token field; choose Save again
    await page.goto('/admin')
    await openApiTokens(page)
    await page.getByRole('button', { name: 'Add API token' }).click()
    await page.getByLabel('Description').fill(description)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await rowOf(page, description).getByText('Active', { exact: true }).waitFor()

    // the token is then handed to the requester through a one-time-access shared secret item
    await page.getByRole('link', { name: description }).click()
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Token', { exact: true }).fill(token)
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await openSecret(requester, SECRET), token)
    assert.equal(await callAsScript(fixture, token), 200)

    // 5.7: find the token; open the three-dot menu at the right end of its entry; choose Deactivate; confirm in the pop-up
    const popUp = await askToDeactivate(engineer, description)
    await popUp.getByRole('button', { name: 'Deactivate' }).click()
    await rowOf(page, description).getByText('Inactive', { exact: true }).waitFor()
    assert.equal(await callWithToken(server, token), 401)
    await requester.page.goto(path)
    await waitForState(requester.page, 'Revoked')
  }))

// @source docs/reference/access_governance.md §10
test('before revoking on the page of the request, the user sees who still calls with its token', () =>
  runInBrowser(async (fixture) => {
    const { server, requester, engineer } = fixture
    await setDuties(fixture)
    const path = await setRequest(requester, TITLE)
    await setAcceptance(fixture, path)
    await createAndHandOver(engineer, path)
    const token = await openSecret(requester, SECRET)
    assert.equal(await callAsScript(fixture, token), 200)
    await engineer.page.goto(path)
    await engineer.page.getByRole('button', { name: 'Revoke' }).click()
    await engineer.page
      .getByRole('dialog')
      .getByText(/^In the last 30 days 1 call from 1 caller/)
      .waitFor()
    await engineer.page.keyboard.press('Escape')
    await takeStep(requester, path, 'Revoke', 'The export has moved')
    await waitForState(requester.page, 'Revoked')
    assert.equal(await callWithToken(server, token), 401)
  }))
