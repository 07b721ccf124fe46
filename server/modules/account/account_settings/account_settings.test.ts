import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/account/settings'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const put = (settings: unknown) => app.api.put(`${path}.json`, { settings })
const readSettings = async () => (await agent.api.get(path)).body.settings
const entries = async () =>
  (await app.api.get('/api/v2/audit_logs?sort=-created_at')).body.audit_logs as {
    source_label: string
    source_type: string
    change_description: string
  }[]

const BRANCHES = [
  'branding',
  'apps',
  'tickets',
  'agents',
  'groups',
  'chat',
  'voice',
  'twitter',
  'google_apps',
  'user',
  'screencast',
  'lotus',
  'gooddata_advanced_analytics',
  'statistics',
  'billing',
  'active_features',
  'ticket_form',
  'brands',
  'api',
  'rule',
  'limits',
  'onboarding',
  'cross_sell',
  'cdn',
  'metrics',
  'ticket_sharing_partners',
  'localization',
  'knowledge',
  'routing',
  'device_metadata',
  'email',
  'messaging_inactivity',
  'side_conversations',
]
const TICKETS = [
  'agent_ticket_deletion',
  'list_newest_comments_first',
  'collaboration',
  'private_attachments',
  'email_attachments',
  'agent_collision',
  'tagging',
  'list_empty_views',
  'comments_public_by_default',
  'is_first_comment_private_enabled',
  'maximum_personal_views_to_list',
  'status_hold',
  'markdown_ticket_comments',
  'rich_text_comments',
  'emoji_autocompletion',
  'assign_tickets_upon_solve',
  'allow_group_reset',
  'assign_default_organization',
  'accepted_new_collaboration_tos',
  'follower_and_email_cc_collaborations',
  'auto_updated_ccs_followers_rules',
  'agent_can_change_requester',
  'comment_email_ccs_allowed',
  'ticket_followers_allowed',
  'light_agent_email_ccs_allowed',
  'agent_email_ccs_become_followers',
  'using_skill_based_routing',
  'edit_ticket_skills_permission',
]

test('agents see the recorded tree, with strings where the public API has strings', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.settings), BRANCHES)
  assert.deepEqual(Object.keys(body.settings.tickets), [
    ...TICKETS,
    'agent_invitation_enabled',
    'auto_translation_enabled',
    'chat_sla_enablement',
    'default_solved_ticket_reassignment_strategy',
    'default_to_draft_mode',
    'has_color_text',
    'modern_ticket_reassignment',
    'show_modern_ticket_reassignment',
  ])
  assert.deepEqual(Object.keys(body.settings.user), [
    'tagging',
    'time_zone_selection',
    'language_selection',
    'multiple_organizations',
    'agent_created_welcome_emails',
    'end_user_phone_number_validation',
    'have_gravatars_enabled',
  ])
  assert.deepEqual(body.settings.api, {
    accepted_api_agreement: true,
    api_password_access: 'true',
    api_token_access: 'true',
    api_password_access_end_users: false,
  })
  assert.equal(body.settings.brands.default_brand_id, (await app.api.get('/api/v2/brands')).body.brands[0].id)
  assert.equal(body.settings.localization.locale_ids.includes(1), false)
})

test('an admin changes some switches; the others stay, and unknown ones are ignored with a warning', async () => {
  const before = await readSettings()
  const changed = await put({ tickets: { status_hold: false, oops: 1 }, user: { tagging: 'false' }, chat: { enabled: true } })
  assert.equal(changed.status, 200)
  assert.match(changed.headers.get('x-zendesk-api-warn') ?? '', /"settings\.tickets\.oops", "settings\.chat"/)
  const { tickets, user, active_features, ...rest } = await readSettings()
  assert.deepEqual({ ...tickets, status_hold: true }, before.tickets)
  assert.deepEqual(
    [tickets.status_hold, user.tagging, active_features.on_hold_status, active_features.user_tagging],
    [false, false, false, false],
  )
  for (const key of Object.keys(rest)) assert.deepEqual(rest[key], before[key])
  await put({ tickets: { status_hold: true }, user: { tagging: true } })
  assert.deepEqual(await readSettings(), before)
})

test('a switch takes effect at once, and each changed one is audited', async () => {
  await app.api.post('/api/v2/groups', { group: { name: 'Twice' } })
  await put({ groups: { check_group_name_uniqueness: false } })
  assert.equal((await app.api.post('/api/v2/groups', { group: { name: 'Twice' } })).status, 201)
  await put({ groups: { check_group_name_uniqueness: true }, api: { api_password_access: 'false' } })
  assert.equal((await app.as({ email: app.admin.email, password: app.admin.password }).get('/api/v2/users')).status, 401)
  assert.equal((await readSettings()).api.api_password_access, 'false')
  const newest = (await entries())
    .slice(0, 2)
    .map(({ source_type, source_label, change_description }) => [source_type, source_label, change_description])
  assert.deepEqual(newest.sort(), [
    ['account_setting', 'api.password_access', 'Changed from true to false'],
    ['account_setting', 'groups.check_name_uniqueness', 'Changed from false to true'],
  ])
  await put({ api: { api_password_access: true } })
})

test('the default brand and the offered locales can be chosen', async () => {
  const { id } = (await app.api.post('/api/v2/brands', { brand: { name: 'Second', subdomain: 'second' } })).body.brand
  const changed = await put({ brands: { default_brand_id: id }, localization: { locale_ids: [2, 8] } })
  assert.deepEqual([changed.body.settings.brands.default_brand_id, changed.body.settings.localization.locale_ids], [id, [2, 8]])
  assert.deepEqual(
    (await app.as({}).get('/api/v2/locales')).body.locales.map((locale: { locale: string }) => locale.locale),
    ['en-US', 'es', 'de'],
  )
  const wrong = await put({ brands: { default_brand_id: 999999 }, localization: { locale_ids: [777] }, tickets: { tagging: false } })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [422, ['default_brand_id', 'locale_ids']])
  assert.equal((await readSettings()).tickets.tagging, true)
})

test('agents cannot change settings, end users cannot read them, and anonymous callers get 401', async () => {
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).put(path, {})).status, 401)
  assert.equal((await customer.api.get(path)).status, 403)
  assert.equal((await agent.api.put(path, { settings: { tickets: { tagging: false } } })).status, 403)
  assert.equal((await app.api.put(path, {})).status, 400)
  assert.equal((await put({ tickets: 'x' })).status, 400)
  assert.equal((await put({ tickets: { tagging: 'perhaps' } })).status, 400)
})
