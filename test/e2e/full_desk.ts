// An account in which every list of the dashboard has rows, and people, titles and addresses have their maximum length.
// Does not belong here: assertions on the pages.

import assert from 'node:assert/strict'
import { putPersonInPerson, createAcceptedRequest, createFiledRequest, getGovernedPeople, putDuties } from '../governance.ts'
import { setUp, trackIssues } from '../access.ts'
import type { TestApp } from '../app.ts'
import type { Answer } from '../client.ts'
import { makeUlid } from '#lib/ulid.ts'
import { formOf } from '../files.ts'
import { CALLBACK, codeFor, makePkce, registerClient, signInUser } from '../oauth.ts'

const LONG_NAME = 'Wilhelmina Featherstonehaugh-Cholmondeley von und zu Hohenlohe-Schillingsfürst'
const ONE_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const TITLE = `Nightly export of every ticket, user and organization for ${ONE_WORD}, quarterly`
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) connector-of-the-data-warehouse/17.4.2'

/** The ids of the records for each path with parameters, and the URL of a consent request. */
export interface FullDesk {
  readonly ids: Readonly<Record<string, number | string | readonly (number | string)[]>>
  readonly consent: string
}

/** Fills the account, entirely through the API. */
export async function fillDesk(app: TestApp): Promise<FullDesk> {
  await trackIssues(app)
  const { manager } = await renamedPeople(app)
  await putDuties(app, app.admin.id, ['engineer', 'support_operations', 'requester'], manager.id)
  const access_request = await makeRequests(app)
  const integration = await makeIntegration(app)
  const { client, consent } = await makeClients(app)
  const api_token = await makeTokens(app)
  const secret = await makeSecrets(app)
  const rules = await makeRules(app)
  const { webhook, invocation } = await makeWebhooks(app)
  const { ticket, audit } = await makeTicket(app)
  const address = { type: 'email', value: `${'a.rather.long.local.part.'.repeat(2)}@department-of-finance.example.com` }
  requireSuccess(await app.inPerson.post(`/api/v2/users/${app.admin.id}/identities`, { identity: address }))
  await app.running.server.requestLog.flush()
  const [mail] = requireSuccess(await app.inPerson.get('/api/v2/deskhand/mails'), 200).mails
  return {
    ids: {
      access_request,
      integration,
      own_integration: integration,
      team_member: manager.id,
      oauth_client: client,
      api_token,
      secret,
      trigger: rules.trigger,
      trigger_revisions: rules.trigger,
      automation: rules.automation,
      view: await makeView(app),
      webhook,
      edit_webhook: webhook,
      webhook_invocation: [webhook, invocation],
      macro: rules.macro,
      sla_policy: await makeSlaPolicy(app),
      group_sla_policy: await makeGroupSlaPolicy(app),
      schedule: await makeSchedule(app),
      ticket,
      user: app.admin.id,
      audit_trace: [ticket, audit],
      outbox_mail: mail.id,
    },
    consent,
  }
}

/** The body of a response that must have succeeded. */
function requireSuccess({ status, body }: Answer, expected = 201): any {
  assert.equal(status, expected, JSON.stringify(body))
  return body
}

async function renamedPeople(app: TestApp) {
  const people = await getGovernedPeople(app)
  for (const [index, { id }] of Object.values(people).entries()) {
    const name = index === 0 ? ONE_WORD : `${LONG_NAME} ${index}`
    requireSuccess(await app.inPerson.put(`/api/v2/users/${id}`, { user: { name } }), 200)
  }
  return people
}

/** Creates requests of others in several states, and of the administrator; one with a token issued and handed over. */
async function makeRequests(app: TestApp): Promise<number> {
  const words = { business_reason: `${TITLE}. `.repeat(4), use_case: ONE_WORD }
  const { request, engineer } = await createAcceptedRequest(app, { title: TITLE, ...words })
  await engineer.api.post(`/api/v2/access_requests/${request.id}/comments`, { comment: { body: ONE_WORD } })
  requireSuccess(await engineer.api.post(`/api/v2/access_requests/${request.id}/issue`))
  await createFiledRequest(app, { title: ONE_WORD, ...words })
  for (const title of [TITLE, ONE_WORD])
    requireSuccess(await app.inPerson.post('/api/v2/access_requests', { access_request: { kind: 'api_token', title, ...words } }))
  return request.id
}

async function makeIntegration(app: TestApp): Promise<number> {
  const bot = await putPersonInPerson(app, { role: 'agent', name: `Integration bot of ${ONE_WORD}` })
  await setUp(app, { access: { integration_bot_id: bot.id } })
  const { request } = await createAcceptedRequest(app, {
    kind: 'integration',
    integration_kind: 'oauth',
    scopes: ['users:read'],
    title: TITLE,
  })
  const config = { service: ONE_WORD, owner_contact: 'owner-of-the-ledger@department-of-finance.example.com' }
  const integration = { access_request_id: request.id, kind: 'oauth', name: ONE_WORD, config }
  return requireSuccess(await bot.api.post('/api/v2/integrations', { integration })).integration.id
}

/** Creates a client with tokens, and one the administrator has authorized; returns the URL of its consent request. */
async function makeClients(app: TestApp): Promise<{ client: number; consent: string }> {
  const names = { name: ONE_WORD, identifier: ONE_WORD.toLowerCase().replaceAll('ä', 'a'), company: LONG_NAME, description: TITLE }
  const client = await registerClient(
    { api: app.inPerson },
    { ...names, scopes: ['tickets:read', 'tickets:write', 'users:read', 'organizations:read'] },
  )
  const { client_id, client_secret } = client
  const grant = { grant_type: 'client_credentials', client_id, client_secret, scope: 'tickets:read' }
  requireSuccess(await app.as({}).post('/oauth/tokens', grant), 200)
  const { code_verifier, ...challenge } = makePkce()
  const code = await codeFor(await signInUser(app, app.admin), { client_id, scope: 'tickets:read users:read', ...challenge })
  const exchange = { ...grant, grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK, scope: undefined }
  requireSuccess(await app.as({}).post('/oauth/tokens', exchange), 200)
  const question = { response_type: 'code', client_id, redirect_uri: CALLBACK, scope: 'tickets:read tickets:write' }
  return { client: client.id, consent: new URLSearchParams(question).toString() }
}

/** Creates tokens with long addresses; programs with long names use one of them at many endpoints. */
async function makeTokens(app: TestApp): Promise<number> {
  let last = { id: 0, token: '' }
  for (const part of [ONE_WORD.toLowerCase(), 'a/rather/long/path/to/an/issue/of/a/tracker?with=parameters&and=more', 'short'])
    last = requireSuccess(
      await app.inPerson.post('/api/v2/api_tokens', {
        api_token: { description: `https://issues.example.com/access/${part}`, exception: 'team_automation', reason: TITLE },
      }),
    ).api_token
  const program = app.as({ email: app.admin.email, token: last.token })
  for (const path of ['users', 'tickets', 'organizations', 'groups', 'ticket_fields', 'automations'])
    requireSuccess(await program.get(`/api/v2/${path}`, { 'user-agent': AGENT }), 200)
  return last.id
}

/** Creates one secret for the administrator and one by the administrator. */
async function makeSecrets(app: TestApp): Promise<number> {
  const { requester, engineer } = await getGovernedPeople(app)
  const sent = { label: TITLE, value: 'open sesame' }
  requireSuccess(await app.inPerson.post('/api/v2/shared_secrets', { shared_secret: { reader_id: requester.id, ...sent } }))
  return requireSuccess(
    await engineer.api.post('/api/v2/shared_secrets', { shared_secret: { reader_id: app.admin.id, ...sent, label: ONE_WORD } }),
  ).shared_secret.id
}

/** Creates a trigger in a category, an automation and a macro with a file, with long names, texts and an id of a deleted group. */
async function makeRules(app: TestApp): Promise<{ trigger: number; automation: number; macro: number }> {
  const { group } = requireSuccess(await app.inPerson.post('/api/v2/groups', { group: { name: ONE_WORD } }))
  const all = [
    { field: 'status', operator: 'is_not', value: 'solved' },
    { field: 'group_id', operator: 'is', value: String(group.id) },
    { field: 'subject_includes_word', operator: 'includes', value: ONE_WORD },
  ]
  const mail = { field: 'notification_user', value: ['requester_and_ccs', `{{ticket.title}} ${TITLE}`, `${ONE_WORD}\n\n${TITLE}`] }
  const members = { title: TITLE, description: `${TITLE} ${ONE_WORD}`, category: { name: ONE_WORD }, conditions: { all, any: [] } }
  const actions = [mail, { field: 'current_tags', value: ONE_WORD.toLowerCase() }]
  const { trigger } = requireSuccess(await app.inPerson.post('/api/v2/triggers', { trigger: { ...members, actions } }))
  const hours = [
    { field: 'status', operator: 'is', value: 'pending' },
    { field: 'PENDING', operator: 'is', value: '77' },
  ]
  const automation = { title: ONE_WORD, conditions: { all: hours, any: [] }, actions: [mail] }
  const { id } = requireSuccess(await app.inPerson.post('/api/v2/automations', { automation })).automation
  const macro = await makeMacro(app, group.id)
  requireSuccess(await app.inPerson.delete(`/api/v2/groups/${group.id}`), 204)
  return { trigger: trigger.id, automation: id, macro }
}

async function makeMacro(app: TestApp, group: number): Promise<number> {
  const file = { name: 'attachment', value: 'A text', file_name: `${ONE_WORD.toLowerCase().replaceAll('ä', 'a')}.txt`, type: 'text/plain' }
  const { body, headers } = formOf([file])
  const { macro_attachment } = requireSuccess(await app.inPerson.post('/api/v2/macros/attachments', body.toString(), headers))
  const macro = {
    title: `${ONE_WORD}::${TITLE}`,
    description: `${TITLE} ${ONE_WORD}`,
    attachments: [macro_attachment.id],
    restriction: { type: 'Group', ids: [group] },
    actions: [
      { field: 'comment_value', value: ['channel:all', `{{ticket.title}} ${ONE_WORD}\n\n${TITLE}`] },
      { field: 'group_id', value: String(group) },
    ],
  }
  return requireSuccess(await app.inPerson.post('/api/v2/macros', { macro })).macro.id
}

/** Creates a webhook with long names, headers and subscriptions, and puts calls of it into the log: nothing outside is called. */
async function makeWebhooks(app: TestApp): Promise<{ webhook: string; invocation: string }> {
  const members = { name: TITLE, description: `${TITLE} ${ONE_WORD}`, status: 'active', http_method: 'POST', request_format: 'json' }
  const endpoint = `https://example.org/${'a-rather-long-path/'.repeat(6)}${ONE_WORD.toLowerCase()}?token=none`
  const authentication = { type: 'basic_auth', data: { username: LONG_NAME, password: 'none' } }
  const custom_headers = { 'X-Department-Of-The-Receiver': ONE_WORD.replace('ä', 'ae'), 'X-Agent': AGENT }
  const subscriptions = ['zen:event-type:user.organization_membership_created', 'zen:event-type:ticket.attachment_redacted_from_comment']
  const input = { ...members, endpoint, authentication, custom_headers, subscriptions }
  const { webhook } = requireSuccess(await app.inPerson.post('/api/v2/webhooks', { webhook: input }))
  const invocation = await putCalls(app, webhook.id, `{"detail": "${ONE_WORD} ${TITLE}"}`)
  return { webhook: webhook.id, invocation }
}

/**
 * Puts 60 calls of one moment, the last of which has failed with an attempt, into the log of a webhook, as deliveries leave them; the id of
 * that one.
 */
export async function putCalls(app: TestApp, webhook: string, payload: string): Promise<string> {
  const { driver } = app.database.database
  const account_id = app.account_id
  const now = new Date()
  const ids = Array.from({ length: 60 }, () => makeUlid(now))
  const last = ids.toSorted().at(-1) ?? ''
  await driver`insert into webhook_invocations (account_id, id, webhook_id, status, status_code, content, tries, created_at, latest_completed_at, latest_at)
    select ${account_id}::bigint, id, ${webhook}, case when id = ${last} then 'failed' else 'success' end, 200, '{"body": "{}"}', 1, ${now}, ${now}, ${now}
    from unnest(${ids}::text[]) as id`
  const message = JSON.stringify({ headers: [{ key: 'X-Department-Of-The-Receiver', value: ONE_WORD.repeat(3) }], payload })
  await driver`insert into webhook_attempts (account_id, id, invocation_id, status, status_code, request, response, started_at, completed_at)
    values (${account_id}, ${makeUlid(now)}, ${last}, 'failed', 500, ${message}::text::jsonb, ${message}::text::jsonb, ${now}, ${now})`
  return last
}

/** Creates an SLA policy with long names and a target for every priority of two metrics. */
async function makeSlaPolicy(app: TestApp): Promise<number> {
  const targets = ['first_reply_time', 'total_resolution_time'].flatMap((metric) =>
    ['low', 'normal', 'high', 'urgent'].map((priority) => ({
      metric,
      priority,
      target: 1_234_567,
      business_hours: metric === 'first_reply_time',
    })),
  )
  const all = [
    { field: 'current_tags', operator: 'includes', value: ONE_WORD.toLowerCase() },
    { field: 'via_id', operator: 'not_includes', value: [0, 4] },
  ]
  const members = { title: ONE_WORD, description: `${TITLE} ${ONE_WORD}`, filter: { all, any: [] }, policy_metrics: targets }
  return requireSuccess(await app.inPerson.post('/api/v2/slas/policies', { sla_policy: members })).sla_policy.id
}

/** Creates a group SLA policy with long names, for several groups, and a target for every priority. */
async function makeGroupSlaPolicy(app: TestApp): Promise<string> {
  const groups = []
  for (const name of [`${ONE_WORD} 3`, `${TITLE} 4`])
    groups.push(requireSuccess(await app.inPerson.post('/api/v2/groups', { group: { name } })).group.id)
  const policy_metrics = ['low', 'normal', 'high', 'urgent'].map((priority) => ({
    metric: 'group_ownership_time',
    priority,
    target: 12_345_678,
    business_hours: priority === 'low',
  }))
  const filter = { all: [{ field: 'group_id', operator: 'includes', value: groups }] }
  const members = { title: ONE_WORD, description: `${TITLE} ${ONE_WORD}`, filter, policy_metrics }
  return requireSuccess(await app.inPerson.post('/api/v2/group_slas/policies', { group_sla_policy: members })).group_sla_policy.id
}

/** Creates a schedule with a long name, several hours on each day, and holidays of the coming year. */
async function makeSchedule(app: TestApp): Promise<number> {
  const { id } = requireSuccess(
    await app.inPerson.post('/api/v2/business_hours/schedules', { schedule: { name: ONE_WORD, time_zone: 'Buenos Aires' } }),
  ).schedule
  const path = `/api/v2/business_hours/schedules/${id}`
  const intervals = Array.from({ length: 21 }, (_none, index) => ({ start_time: index * 480 + 60, end_time: index * 480 + 300 + index }))
  requireSuccess(await app.inPerson.put(`${path}/workweek`, { workweek: { intervals } }), 200)
  const today = (await app.inPerson.get('/api/v2/users/me')).body.user.created_at.slice(0, 10)
  for (const name of [TITLE, ONE_WORD])
    requireSuccess(await app.inPerson.post(`${path}/holidays`, { holiday: { name, start_date: today, end_date: today } }))
  return id
}

/** Creates a ticket with long words; returns it with the audit of an update that a trigger fired on. */
async function makeTicket(app: TestApp): Promise<{ ticket: number; audit: number }> {
  const tag = ONE_WORD.toLowerCase()
  const all = [{ field: 'current_tags', operator: 'includes', value: tag }]
  const any = [{ field: 'subject_includes_word', operator: 'includes', value: TITLE }]
  const actions = [
    { field: 'priority', value: 'urgent' },
    { field: 'notification_user', value: ['requester_id', TITLE, ONE_WORD] },
  ]
  requireSuccess(await app.inPerson.post('/api/v2/triggers', { trigger: { title: ONE_WORD, conditions: { all, any }, actions } }))
  const first = { subject: TITLE, comment: { body: `${ONE_WORD}\n\n${TITLE}` } }
  const { id } = requireSuccess(await app.inPerson.post('/api/v2/tickets', { ticket: first })).ticket
  const note = { tags: [tag, 'short'], comment: { body: `${TITLE} ${ONE_WORD}`, public: false } }
  return { ticket: id, audit: requireSuccess(await app.inPerson.put(`/api/v2/tickets/${id}`, { ticket: note }), 200).audit.id }
}

/** Creates a view with as many columns as there can be, for two groups, of which one is deleted; and a ticket in it. */
async function makeView(app: TestApp): Promise<number> {
  const groups = []
  for (const name of [`${ONE_WORD} 1`, `${ONE_WORD} 2`])
    groups.push(requireSuccess(await app.inPerson.post('/api/v2/groups', { group: { name } })).group)
  requireSuccess(
    await app.inPerson.post('/api/v2/tickets', { ticket: { subject: ONE_WORD, comment: { body: TITLE }, group_id: groups[0].id } }),
  )
  const all = [{ field: 'status', operator: 'less_than', value: 'solved' }]
  const columns = ['subject', 'requester', 'created', 'updated', 'group', 'assignee', 'nice_id', 'organization', 'description', 'brand']
  const restriction = { type: 'Group', ids: groups.map(({ id }) => id) }
  const members = { title: TITLE, description: ONE_WORD, restriction, output: { columns, group_by: 'group', sort_by: 'created' } }
  const { view } = requireSuccess(await app.inPerson.post('/api/v2/views', { view: { ...members, conditions: { all, any: [] } } }))
  requireSuccess(await app.inPerson.delete(`/api/v2/groups/${groups[1].id}`), 204)
  return view.id
}
