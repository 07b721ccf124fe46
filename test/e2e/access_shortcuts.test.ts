// Shortcuts that the access rules forbid, each tried by the user who would take it: on the page where it offers one, otherwise by a call
// with that user's session. The five people are those of the story (fixture_people.ts).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setDeployment } from '../access.ts'
import type { Answer } from '../client.ts'
import { runScheduledWork } from '../jobs.ts'
import { listOfferedSteps, openSecret, useFixturePeople } from './fixture_people.ts'
import type { FixturePeople, Member } from './fixture_people.ts'
import { idOf, post, setAcceptance, setDuties, setRequest, setStep } from './request_states.ts'
import { callWithToken, pickPerson, rowOf, tokensPath } from './story.ts'

const runInBrowser = useFixturePeople()
const TITLE = 'Nightly export'
const SECRET = `API token for the access request ${TITLE}`
const TEXTS = { title: TITLE, business_reason: 'Sales reads it', use_case: 'A script' }

/** Tries a step by a call with a user's session. */
function tryStep(who: Member, path: string, step: string): Promise<Answer> {
  const said = step === 'issue' ? {} : { step: { reason: 'A shortcut' } }
  return post(who, `access_requests/${idOf(path)}/${step}`, said)
}

async function stateOf(who: Member, path: string): Promise<string> {
  return (await (await who.session()).get(`/api/v2/access_requests/${idOf(path)}`)).body.access_request.state
}

/** None of these users may take the step: the page does not offer it, a call is refused with the reason, and nothing changes. */
async function refusesAll(who: readonly Member[], path: string, step: string, label: string): Promise<void> {
  for (const member of who) {
    assert.ok(!(await listOfferedSteps(member, path)).includes(label), `${member.name} is not offered to ${step}`)
    const before = await stateOf(member, path)
    const { status, body } = await tryStep(member, path, step)
    assert.equal(status, 403, `${member.name}: ${JSON.stringify(body)}`)
    assert.match(JSON.stringify(body), /may (not )?\w+ it/, `${member.name} is told why`)
    assert.equal(await stateOf(member, path), before)
  }
}

/** A token that was issued, handed over, and read by its requester. */
async function handedOver(fixture: FixturePeople): Promise<{ path: string; token: string; api_token_id: number }> {
  const path = await setRequest(fixture.requester, TITLE)
  await setAcceptance(fixture, path)
  await setStep(fixture.engineer, path, 'issue')
  const token = await openSecret(fixture.requester, SECRET)
  const { body } = await (await fixture.requester.session()).get(`/api/v2/access_requests/${idOf(path)}`)
  return { path, token, api_token_id: body.access_request.api_token_id }
}

// @source docs/reference/specification.md §5.6.2, §5.6.3, §5.6.4; docs/reference/access_governance.md §3
test('each step is refused to everyone but the user responsible for it', () =>
  runInBrowser(async (fixture) => {
    const { requester, manager, provisioner, engineer, owner } = fixture
    await setDuties(fixture)
    const path = await setRequest(requester, TITLE)
    await refusesAll([requester, provisioner, engineer, owner], path, 'approve', 'Approve')
    assert.equal((await post(engineer, `access_requests/${idOf(path)}/issue`)).status, 422)
    await setStep(manager, path, 'approve')
    await refusesAll([requester, manager, engineer, owner], path, 'review', 'Record review')
    const early = await post(engineer, `access_requests/${idOf(path)}/issue`)
    assert.equal(early.status, 422)
    assert.match(JSON.stringify(early.body), /cannot be issued/)
    await setStep(provisioner, path, 'review', 'Sound')
    await refusesAll([requester, manager, engineer, owner], path, 'accept', 'Accept')
    await setStep(provisioner, path, 'accept', 'Needed')
    await refusesAll([requester, manager, provisioner, owner], path, 'issue', 'Issue')
    assert.equal(await stateOf(owner, path), 'accepted')
    assert.equal((await (await owner.session()).get('/api/v2/api_tokens')).body.api_tokens.length, 0)
  }))

// @source docs/reference/access_governance.md §3
test('a user who reviewed a request cannot issue it, even as an engineer', () =>
  runInBrowser(async (fixture) => {
    const { requester, provisioner, owner } = fixture
    await setDuties(fixture)
    await owner.page.goto('/admin/people/access_people')
    await owner.page.getByRole('button', { name: `Actions for ${provisioner.name}` }).click()
    await owner.page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = owner.page.getByRole('dialog', { name: provisioner.name })
    await dialog.getByText('Engineer', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const path = await setRequest(requester, TITLE)
    await setAcceptance(fixture, path)
    await refusesAll([provisioner], path, 'issue', 'Issue')
  }))

// @source docs/reference/specification.md §5.6.8; docs/reference/access_governance.md §8
test('a secret opens for its requester only, and once: a second attempt burns it and revokes the token', () =>
  runInBrowser(async (fixture) => {
    const { server, requester, manager, engineer, owner } = fixture
    await setDuties(fixture)
    const path = await setRequest(requester, TITLE)
    await setAcceptance(fixture, path)
    await setStep(engineer, path, 'issue')
    const secret = (await (await requester.session()).get('/api/v2/shared_secrets?filter[box]=received')).body.shared_secrets[0]
    for (const [who, status] of [
      [engineer, 403],
      [manager, 404],
      [owner, 404],
    ] as const)
      assert.equal((await post(who, 'shared_secrets/open', { open: { id: secret.id } })).status, status, who.name)
    await engineer.page.goto(`/secrets/${secret.id}`)
    await engineer.page.getByRole('button', { name: 'Withdraw' }).waitFor()
    assert.equal(await engineer.page.getByRole('button', { name: 'Show the secret' }).count(), 0)
    await manager.page.goto(`/secrets/${secret.id}`)
    await manager.page.getByText('There is no such one-time secret').waitFor()

    const token = await openSecret(requester, SECRET)
    assert.equal(await callWithToken(server, token), 200)
    const again = await post(requester, 'shared_secrets/open', { open: { id: secret.id } })
    assert.equal(again.status, 410)
    assert.doesNotMatch(JSON.stringify(again.body), /dhp_/)
    assert.equal(await callWithToken(server, token), 401)
    await requester.page.goto(path)
    await requester.page.getByText('Revoked', { exact: true }).waitFor()
    await requester.page.goto('/secrets')
    await rowOf(requester.page, SECRET).getByText('Destroyed', { exact: true }).waitFor()
  }))

// @source docs/reference/access_governance.md §8
test('a leaked link opens for no one but its reader: neither for its sender nor for other users', () =>
  runInBrowser(async ({ requester, manager, engineer }) => {
    const { page } = engineer
    await page.goto('/secrets/new')
    await pickPerson(page, 'Reader', requester.email)
    await page.getByLabel('Label').fill('Key of the door')
    await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('open sesame')
    await page.getByRole('button', { name: 'Send' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    for (const [who, words] of [
      [engineer, 'You sent this one-time secret'],
      [manager, 'This link is not for you'],
    ] as const) {
      await who.page.goto(link)
      await who.page.getByRole('button', { name: 'Show the secret' }).click()
      await who.page.getByText(words).waitFor()
      assert.ok(!(await who.heard()).some((text) => text.includes('open sesame')), who.name)
    }
    assert.equal(await openSecret(requester, 'Key of the door'), 'open sesame')
  }))

// @source docs/reference/specification.md §5.4.1, §5.6.5, §5.6.6
test('no token without an accepted request or an exception, and none of a lower level', () =>
  runInBrowser(async (fixture) => {
    const { requester, engineer, owner, server } = fixture
    const { page } = engineer
    await setDuties(fixture)
    const path = await setRequest(requester, TITLE)
    await page.goto(`${tokensPath}/new`)
    const save = async (description: string) => {
      await page.getByLabel('Description').fill(description)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await save('https://elsewhere.example.com/1')
    await page.getByText('Must be the URL of an accepted access request').waitFor()
    await save(server.base_url + path)
    await page.getByText('it waits for the approval of its manager').waitFor()
    await page.getByText('takes the duty of support operations').waitFor()
    assert.equal(await page.getByText('Personal use of a support-operations member').count(), 0)
    const personal = { description: 'My own', exception: 'personal_use', reason: 'I would like one' }
    assert.equal((await post(engineer, 'api_tokens', { api_token: personal })).status, 403)
    assert.equal((await post(engineer, 'api_tokens', { api_token: { description: 'My own' } })).status, 422)

    await owner.page.goto(`${tokensPath}/new`)
    await owner.page.getByText('Personal use of a support-operations member').click()
    await owner.page.getByLabel('Description').fill('Triage by hand')
    await owner.page.getByLabel('Reason').fill('Sorts what came in over night')
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click()
    const token = await owner.page.getByLabel('Token', { exact: true }).inputValue()
    assert.equal(await callWithToken(server, token), 200)
    await owner.page.goto('/admin/account/audit_log?type=apitoken')
    await rowOf(owner.page, 'Triage by hand').getByText('personal_use: Sorts what came in over night').waitFor()

    for (const lower of [{ role: 'agent' }, { level: 'read' }, { scopes: ['tickets:read'] }]) {
      const { status, body } = await post(requester, 'access_requests', { access_request: { kind: 'api_token', ...TEXTS, ...lower } })
      assert.equal(status, 422)
      assert.match(JSON.stringify(body), /administrator-level/)
    }
  }))

// @source docs/reference/specification.md §5.5.3, §5.5.4
test('an integration is created by the integration bot only, and on a government instance by no one', () =>
  runInBrowser(async (fixture) => {
    const { requester, provisioner, manager, engineer, owner, server } = fixture
    await setDuties(fixture)
    const { body } = await post(requester, 'access_requests', {
      access_request: { kind: 'integration', integration_kind: 'generic', ...TEXTS },
    })
    const path = `/access_requests/${body.access_request.id}`
    await setAcceptance(fixture, path)
    const integration = { access_request_id: idOf(path), kind: 'generic', name: 'Board', config: {} }
    for (const who of [requester, manager, provisioner, engineer, owner]) {
      assert.ok(!(await listOfferedSteps(who, path)).includes('Issue'), who.name)
      const refused = await post(who, 'integrations', { integration })
      assert.equal(refused.status, 403, `${who.name}: ${JSON.stringify(refused.body)}`)
    }
    await setDeployment(server.app, 'government')
    const { page } = requester
    await page.goto('/access_requests/new')
    await page.getByText('No Integration can be asked for here').waitFor()
    await page.getByText('not supported on the government deployment at present, for security reasons').waitFor()
    assert.equal(await page.getByRole('radio').count(), 1)
    assert.ok(await page.getByRole('radio', { name: 'API token' }).isChecked())
    assert.equal((await post(engineer, 'integrations', { integration })).status, 422)
  }))

// @source docs/reference/access_governance.md §2.1, §10
test('a rejected, withdrawn, expired or revoked request stays so: it leads to no token, and its token cannot be reactivated', () =>
  runInBrowser(async (fixture) => {
    const { requester, manager, engineer, owner, server } = fixture
    await setDuties(fixture)
    const rejected = await setRequest(requester, 'To be rejected')
    await setStep(manager, rejected, 'reject', 'Not needed')
    const withdrawn = await setRequest(requester, 'To be withdrawn')
    await setStep(requester, withdrawn, 'withdraw', 'A mistake')
    const { path: revoked, token, api_token_id } = await handedOver(fixture)
    await setStep(requester, revoked, 'revoke', 'Not needed any more')
    const expired = await setRequest(requester, 'To expire')
    await setAcceptance(fixture, expired)
    await (
      await owner.session()
    ).put('/api/v2/deskhand/settings', {
      settings: { clock: { mode: 'shifted', offset_seconds: 8 * 86_400 } },
    })
    await runScheduledWork(server.app)
    for (const [path, word] of [
      [rejected, 'rejected'],
      [withdrawn, 'withdrawn'],
      [revoked, 'revoked'],
      [expired, 'expired'],
    ] as const) {
      assert.equal(await stateOf(engineer, path), word)
      assert.deepEqual(await listOfferedSteps(engineer, path), [])
      const refused = await post(engineer, `access_requests/${idOf(path)}/issue`)
      assert.equal(refused.status, 422, JSON.stringify(refused.body))
      const token_refused = await post(engineer, 'api_tokens', { api_token: { description: server.base_url + path } })
      assert.equal(token_refused.status, 422, JSON.stringify(token_refused.body))
    }
    await engineer.page.goto(tokensPath)
    await engineer.page.getByRole('button', { name: /^Actions for/ }).click()
    await engineer.page.getByRole('menuitem', { name: 'Details' }).waitFor()
    assert.equal(await engineer.page.getByRole('menuitem', { name: 'Reactivate' }).count(), 0)
    const back = await (await engineer.session()).put(`/api/v2/api_tokens/${api_token_id}`, { api_token: { active: true } })
    assert.equal(back.status, 422)
    assert.equal(await callWithToken(server, token), 401)
  }))

test('an uninvolved colleague cannot find out that a request exists', () =>
  runInBrowser(async (fixture) => {
    await setDuties(fixture)
    const path = await setRequest(fixture.requester, TITLE)
    const colleague = await fixture.join(fixture.server.agent, 'Agent')
    await colleague.page.goto(path)
    await colleague.page.getByText('There is no such access request').waitFor()
    assert.ok(!(await colleague.heard()).some((text) => text.includes(TITLE)))
    assert.equal((await (await colleague.session()).get(`/api/v2/access_requests/${idOf(path)}`)).status, 404)
    for (const step of ['approve', 'review', 'accept', 'reject', 'withdraw', 'issue', 'revoke'])
      assert.equal((await tryStep(colleague, path, step)).status, 404, step)
  }))
