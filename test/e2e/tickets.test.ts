// A draft of a rule is tried in its editor; a ticket is read with its comments and updates; an update explains its rules; the report says what is wrong with rules.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForJobs } from '../invariants/populate.ts'
import { runScheduledWork } from '../jobs.ts'
import { makeWith } from '../make.ts'
import { assertAccessible, assertFitsWidth, phone, withPage } from './browser.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'
import { rowOf, signIn } from './story.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script> **Printer**'

interface Told {
  ticket: number
  /** The audit of an update that a trigger changed. */
  audit: number
  trigger: number
}

let server: TestServer
let told: Told
before(async () => {
  server = await startTestServer()
  told = await makeStory()
})
after(() => server.stop())

const api = () => server.app.as(server.admin)

/** A ticket that a trigger made urgent, with what others wrote. */
async function makeStory(): Promise<Told> {
  const createRecord = async (path: string, body: object) => {
    const answer = await api().post(path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'vip' }], any: [] }
  const actions = [{ field: 'priority', value: 'urgent' }]
  const mail = { field: 'notification_user', value: ['all_agents', 'Re: {{ticket.title}}', 'Read:\n{{ticket.latest_comment}}'] }
  const { trigger } = await createRecord('/api/v2/triggers', { trigger: { title: 'Raise', conditions, actions: [...actions, mail] } })
  const never = { all: [{ field: 'status', operator: 'is', value: 'solved' }], any: [] }
  await createRecord('/api/v2/triggers', {
    trigger: { title: 'Close up', conditions: never, actions: [{ field: 'current_tags', value: 'done' }] },
  })
  const both = { all: ['open', 'solved'].map((value) => ({ field: 'status', operator: 'is', value })), any: [] }
  await createRecord('/api/v2/triggers', { trigger: { title: 'Never', conditions: both, actions } })
  const make = makeWith(api())
  const { id } = await make.ticket({ subject: 'Printer on fire', comment: { html_body: HOSTILE }, tags: ['office'], priority: 'low' })
  const note = { comment: { body: 'Ask the landlord', public: false }, tags: ['office', 'vip'] }
  const { body } = await api().put(`/api/v2/tickets/${id}`, { ticket: note })
  await waitForJobs(server.app)
  return { ticket: id, audit: body.audit.id, trigger: trigger.id }
}

/** Runs in a page of a person, and fails for any complaint of the browser. */
function inPage(who: Person, path: string, work: (page: Page) => Promise<void>): Promise<void> {
  return withPage(server.base_url, undefined, async ({ page, complaints }) => {
    await signIn(page, who, path)
    await work(page)
    assert.deepEqual(complaints, [])
  })
}

test('a draft of a trigger is refused at its lines, tried on past updates, and not saved', () =>
  inPage(server.admin, '/admin/objects_and_rules/business_rules/triggers/new', async (page) => {
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const card = page.getByRole('region', { name: 'Dry run' })
    await card.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('group', { name: 'Condition 1' }).getByText('Choose a field, or remove this line.').waitFor()
    await card.getByText('The trigger could not be tried').waitFor()
    await field('Field of condition 1').selectOption('current_tags')
    await field('Value of condition 1').fill('vip')
    await field('Kind of action 1').selectOption('type')
    await field('Value of action 1').selectOption('incident')
    await card.getByLabel('Updates of').selectOption('30')
    await card.getByRole('button', { name: 'Try it' }).click()
    await card
      .getByRole('status')
      .getByText(/of the last 30 days were looked at. The trigger fires on 1\./)
      .waitFor()
    const row = card.getByRole('row').filter({ hasText: 'Printer on fire' })
    await row.getByText('Type: from (nothing) to Incident').waitFor()
    await assertAccessible(page, 'a dry run')
    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'a dry run')
    await page.setViewportSize({ width: 1280, height: 800 })
    await field('Value of action 1').selectOption('task')
    await card.getByText('The form was changed since; try it again.').waitFor()
    await page.route('**/triggers/dry_run', async (route) => {
      const { host, hostname, href } = new URL(route.request().url())
      const headers = { ...(await route.request().allHeaders()), host }
      // by number, because this client does not know the names of instances
      const answer = await route.fetch({ url: href.replace(hostname, '127.0.0.1'), headers })
      const { dry_run } = await answer.json()
      const notes = ['It ended after 2000 updates; older ones were not looked at.']
      await route.fulfill({ response: answer, json: { dry_run: { ...dry_run, stopped_by: 'updates', notes } } })
    })
    await card.getByRole('button', { name: 'Try it' }).click()
    await card.getByRole('alert').getByText('It ended after 2000 updates').waitFor()
    assert.equal((await api().get('/api/v2/triggers/search?query=Draft')).body.count, 0)
    const opened = page.waitForEvent('popup')
    await row.getByRole('link', { name: 'Printer on fire' }).click()
    await (await opened).getByRole('heading', { name: 'Printer on fire', level: 1 }).waitFor()
  }))

test('a draft of an automation is tried on the tickets as they are', () =>
  inPage(server.admin, '/admin/objects_and_rules/business_rules/automations/new', async (page) => {
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const card = page.getByRole('region', { name: 'Dry run' })
    await field('Field of condition 1').selectOption('current_tags')
    await field('Value of condition 1').fill('vip')
    await page.getByRole('button', { name: 'Add condition' }).first().click()
    await field('Field of condition 2').selectOption('status')
    await field('Operator of condition 2').selectOption('less_than')
    await field('Value of condition 2').selectOption('solved')
    await field('Kind of action 1').selectOption('status')
    await field('Value of action 1').selectOption('solved')
    await card.getByRole('button', { name: 'Try it' }).click()
    await card.getByText('1 ticket meets the conditions now.').waitFor()
    await rowOf(page, 'Printer on fire')
      .getByText(/Status: from \w+ to Solved/)
      .waitFor()
  }))

test('an agent reads a ticket, its updates, and why its rules fired or did not; what others wrote stays text', () =>
  inPage(server.agent, `/agent/tickets/${told.ticket}`, async (page) => {
    await page.getByRole('heading', { name: `#${told.ticket} Printer on fire`, level: 1 }).waitFor()
    const comments = page.getByRole('list', { name: 'Comments, the newest first' })
    await comments.getByText('Ask the landlord').waitFor()
    await comments.getByText('wrote an internal note').waitFor()
    await comments.getByText('**Printer**').waitFor()
    assert.equal(await comments.locator('img, script').count(), 0)
    const facts = page.getByRole('region', { name: 'Properties' })
    await facts.getByText('Urgent', { exact: true }).waitFor()
    await facts.getByText('office, vip').waitFor()
    await assertAccessible(page, 'a ticket')

    await page.getByRole('button', { name: 'Updates' }).click()
    const updates = page.getByRole('list', { name: 'Updates, the newest first' })
    await updates.getByText('Tags: added vip').waitFor()
    await updates.getByText('Trigger “Raise”').waitFor()
    await updates.getByText('Priority: from Low to Urgent').waitFor()
    await updates.getByText('Mail “Re: Printer on fire” to').waitFor()
    await updates.getByText('Kept in the outbox, as there is no mail server.').waitFor()
    await updates.getByText('Text', { exact: true }).click()
    await updates.getByText('Ask the landlord').waitFor()
    await assertAccessible(page, 'the updates of a ticket')
    await page.getByRole('link', { name: `Rules of this update (${told.audit})` }).click()

    const triggers = page.getByRole('list', { name: 'Triggers in their order' })
    await triggers.getByText('Fired, as number 1').waitFor()
    await triggers.getByRole('row').filter({ hasText: 'office, vip' }).getByText('Met', { exact: true }).waitFor()
    await triggers.getByText('changed the ticket').waitFor()
    await triggers.getByText('Re: Printer on fire').waitFor()
    assert.equal(await triggers.getByText('{{ticket.title}}').count(), 0)
    await triggers.getByText('Close up').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^All/ }).click()
    await triggers.getByText('Trigger “Close up”').waitFor()
    await triggers
      .getByRole('listitem')
      .filter({ hasText: 'Close up' })
      .getByText(/^It was not looked at/)
      .waitFor()
    await assertAccessible(page, 'a trace')
    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'a trace')
    await page.getByRole('link', { name: `Ticket #${told.ticket}` }).click()
    await updates.waitFor()
    await assertFitsWidth(page, 'the updates of a ticket')
  }))

test('administrators go from a trace to the editor of its rule; a ticket that is not there is refused', () =>
  inPage(server.admin, `/agent/tickets/${told.ticket}/audits/${told.audit}/trace`, async (page) => {
    await page.getByRole('link', { name: 'Raise' }).click()
    await page.getByRole('heading', { name: 'Raise', level: 1 }).waitFor()
    await page.goto(`/agent/tickets/${told.ticket}/audits/1/trace`)
    await page.getByText('There is no such update').waitFor()
    await page.goto('/agent/tickets/999999')
    await page.getByText('There is no such ticket').waitFor()
  }))

test('the report names rules with what is wrong, is filtered, and leads to their editors', () =>
  inPage(server.admin, '/admin/objects_and_rules/business_rules/rule_report', async (page) => {
    const finding = page.getByRole('row').filter({ hasText: 'Never' }).filter({ hasText: 'exclude each other' })
    await finding.getByText('Contradicting').waitFor()
    await rowOf(page, 'Close up').getByText('Unused').waitFor()
    await assertAccessible(page, 'a rule report')
    await page.getByRole('button', { name: /^Contradicting/ }).click()
    await rowOf(page, 'Close up').waitFor({ state: 'detached' })
    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'a rule report')
    await page.getByLabel('Search findings').fill('nothing has this')
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, 'Close up').waitFor()
    await finding.getByRole('link', { name: 'Never' }).click()
    await page.getByRole('heading', { name: 'Never', level: 1 }).waitFor()
  }))

test('between the dashboard and the workspace the document is loaded; a form with unsaved content asks first, once', async () => {
  const make = makeWith(api())
  const caller = await make.user({ name: 'Erin Caller' })
  const { id } = await make.ticket({ subject: 'Erin asks for paper', requester_id: caller.id })
  const display = async (what: string) =>
    assert.equal((await api().post(`/api/v2/channels/voice/agents/${server.app.admin.id}/${what}/display`)).status, 200)
  await display(`tickets/${id}`)
  await inPage(server.admin, '/secrets/new', async (page) => {
    const isWorkspace = () => page.evaluate(() => document.querySelector('script[src*="/agent-"]') !== null)
    const question = page.getByRole('dialog', { name: 'Leave without sending the secret?' })
    await page.getByLabel('Label').fill('Key of the shop')
    assert.equal(await isWorkspace(), false)
    await page.getByRole('button', { name: `Open ticket #${id}` }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Label').inputValue(), 'Key of the shop')
    await display(`users/${caller.id}`)
    await page.getByRole('button', { name: 'Open profile' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Erin Caller', level: 1 }).waitFor()
    assert.equal(await isWorkspace(), true)
    await page.getByRole('link', { name: 'One-time secrets' }).click()
    await page.getByRole('heading', { name: 'One-time secrets', level: 1 }).waitFor()
    assert.equal(await isWorkspace(), false)
    await page.goBack()
    await page.getByRole('heading', { name: 'Erin Caller', level: 1 }).waitFor()
    await page.goto('/agent/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})

test('a telephone system offers a ticket and a profile in the window of the agent, each once', async () => {
  const make = makeWith(api())
  const caller = await make.user({ name: 'Dana Caller', phone: '+4930123456' })
  const { id } = await make.ticket({ subject: 'Dana asks for toner', requester_id: caller.id })
  const display = async (what: string) => {
    const path = `/api/v2/channels/voice/agents/${server.app.admin.id}/${what}/display`
    assert.equal((await api().post(path)).status, 200)
  }
  // before the page is open: its first question comes at once, the next ones often, since the agent has been asked
  await display(`tickets/${id}`)
  await inPage(server.admin, '/account', async (page) => {
    const offer = (title: string) => page.getByRole('alertdialog').filter({ hasText: title })
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
    await offer('Dana asks for toner')
      .getByRole('button', { name: `Open ticket #${id}` })
      .click()
    await page.getByRole('heading', { name: `#${id} Dana asks for toner`, level: 1 }).waitFor()
    await display(`users/${caller.id}`)
    await offer('Dana Caller').waitFor()
    // another document of the window, such as the other app, makes the offer again
    await page.reload()
    await offer('Dana Caller').waitFor()
    // what is asked for next takes the place of an offer that was not taken
    await display(`tickets/${id}`)
    await offer('Dana asks for toner').waitFor()
    await offer('Dana Caller').waitFor({ state: 'detached' })
    await display(`users/${caller.id}`)
    await offer('Dana Caller').getByRole('button', { name: 'Open profile' }).click()
    await page.getByRole('heading', { name: 'Dana Caller', level: 1 }).waitFor()
    await page.getByText('+4930123456').waitFor()
    await page.getByRole('link', { name: `#${id} Dana asks for toner` }).waitFor()
    await page.getByText(/^(?:New|Open), /).waitFor()
    await assertAccessible(page, 'a profile')
    await page.setViewportSize(phone)
    await assertFitsWidth(page, 'a profile')
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/deskhand/display'))
    await page.reload()
    await asked
    await page.getByRole('heading', { name: 'Dana Caller', level: 1 }).waitFor()
    assert.equal(await offer('Dana Caller').count(), 0)
  })
})

test('an end user is refused', async () => {
  const reader = { email: 'reader@example.com', password: 'correct horse battery' }
  const user = { name: 'Reader', role: 'end-user', verified: true, ...reader }
  assert.equal((await api().post('/api/v2/users', { user })).status, 201)
  await withPage(server.base_url, undefined, async ({ page }) => {
    await signIn(page, reader, `/agent/tickets/${told.ticket}`)
    await page.getByRole('heading', { name: 'No access' }).waitFor()
    assert.equal(await page.getByText('Printer on fire').count(), 0)
  })
})

// the last one: it moves the clock
test('the trace of an automation has what it saw; an import has no trace', async () => {
  const setClock = async (at: string) => {
    await api().put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
    await runScheduledWork(server.app)
  }
  await setClock('2027-01-01T00:00:00Z')
  const all = [
    { field: 'status', operator: 'is', value: 'open' },
    { field: 'OPEN', operator: 'greater_than', value: '2' },
    { field: 'current_tags', operator: 'includes', value: 'ages' },
  ]
  const automation = { title: 'Age', conditions: { all, any: [] }, actions: [{ field: 'remove_tags', value: 'ages' }] }
  assert.equal((await api().post('/api/v2/automations', { automation })).status, 201)
  const { id } = await makeWith(api()).ticket({ status: 'open', assignee_id: server.app.admin.id, tags: ['ages'] })
  await setClock('2027-01-01T04:00:00Z')
  const auditsOf = async (ticket: number) => (await api().get(`/api/v2/tickets/${ticket}/audits?sort=-created_at&page[size]=1`)).body.audits
  const [aged] = await auditsOf(id)
  const imported = (await api().post('/api/v2/imports/tickets', { ticket: { subject: 'Old', comments: [{ value: 'Once' }] } })).body.ticket
  const [first] = await auditsOf(imported.id)
  await inPage(server.admin, `/agent/tickets/${id}/audits/${aged.id}/trace`, async (page) => {
    const seen = page.getByRole('region', { name: 'What the automation saw' })
    await seen.getByRole('link', { name: 'Age' }).waitFor()
    await seen.getByRole('row').filter({ hasText: 'Status is Open' }).getByText('Met', { exact: true }).waitFor()
    await seen.getByText('Tags: removed ages').waitFor()
    await assertAccessible(page, 'the trace of an automation')
    await page.goto(`/agent/tickets/${imported.id}/audits/${first.id}/trace`)
    await page.getByRole('status').getByText('No rules ran', { exact: true }).waitFor()
  })
})
