import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { upload } from '#test/files.ts'
import { makeWith } from '#test/make.ts'
import { statementsDuring } from '#test/statements.ts'
import { systemOf } from '#test/system.ts'
import { getTicket } from '../tickets/store.ts'
import type { Audience } from './load.ts'
import { renderForTicket, ticketTexts } from './render.ts'
import type { Mode } from './value.ts'

const app = await useApp()
const build = makeWith(app.api)
const send = async (path: string, body: Record<string, unknown>) => {
  const answer = await app.api.post(`/api/v2/${path}`, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const organization = await build.organization({ name: 'Engines Ltd', details: 'Makes engines', external_id: 'org-1' })
const size = { type: 'dropdown', title: 'Size', key: 'size', custom_field_options: [{ name: 'Extra large', value: 'xl' }] }
await send('user_fields', { user_field: size })
const requester = await build.user({
  name: 'Ada King Lovelace',
  email: 'ada@example.org',
  organization_id: organization.id,
  locale: 'de',
  notes: 'Likes numbers',
  tags: ['vip'],
  user_fields: { size: 'xl' },
})
const agent = await build.agent({ name: 'Grace Hopper', signature: 'Yours, Grace' })
const choices = [
  { name: 'Very red', value: 'red' },
  { name: 'Sky blue', value: 'blue' },
]
const { ticket_field } = await send('ticket_fields', {
  ticket_field: { type: 'multiselect', title: 'Colours', custom_field_options: choices },
})
const ticket = await build.ticket({
  requester_id: requester.id,
  assignee_id: agent.id,
  subject: 'Fish & <chips>',
  comment: { body: 'The <first>\nwords' },
  priority: 'high',
  tags: ['one'],
  custom_fields: [{ id: ticket_field.id, value: ['red', 'blue'] }],
  email_ccs: [{ user_email: 'carl@example.org', user_name: 'Carl Copy' }],
})
await app.api.put(`/api/v2/tickets/${ticket.id}`, {
  ticket: { comment: { body: 'A **public** answer', public: true, author_id: agent.id } },
})
await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'A secret note', public: false, author_id: agent.id } } })

interface RenderOptions {
  readonly mode: Mode
  readonly audience: Audience
  readonly current_user_id: number | null
}
const renderOf = async (id: number, text: string, given: Partial<RenderOptions> = {}) => {
  const ctx = await systemOf(app)
  const { mode, ...about } = { mode: 'text' as const, audience: 'agent' as const, current_user_id: agent.id, ...given }
  // as requests have it, so that statements can be recorded
  const db = app.running.server.database.for(ctx.account.id)
  return renderForTicket({ ...ctx, db }, { ticket: await getTicket(ctx, id), ...about }, text, mode)
}
const render = (text: string, given: Partial<RenderOptions> = {}) => renderOf(ticket.id, text, given)

test('every documented name of ticket, people and organization has its value', async () => {
  const link = `${(await systemOf(app)).caller.base_url}/agent/tickets/${ticket.id}`
  for (const [name, expected] of Object.entries({
    'ticket.id': String(ticket.id),
    'ticket.title': 'Fish & <chips>',
    'ticket.link': link,
    'ticket.url': link.replace(/^https?:../, ''),
    'ticket.description': 'The <first>\nwords',
    'ticket.via': 'Api',
    'ticket.status': 'Open',
    'ticket.priority': 'High',
    'ticket.ticket_type': '',
    'ticket.due_date': '',
    'ticket.tags': 'blue one red vip xl',
    'ticket.encoded_id': ticket.encoded_id,
    'ticket.group.name': 'Support',
    'ticket.created_at_with_timestamp': ticket.created_at,
    'ticket.cc_names': 'Carl Copy',
    'ticket.ccs': 'carl@example.org',
    'ticket.in_business_hours': 'true',
    'ticket.current_holiday_name': '',
    'ticket.form.name': 'Default ticket form',
    'ticket.requester.name': 'Ada King Lovelace',
    'ticket.requester.first_name': 'Ada',
    'ticket.requester.last_name': 'King Lovelace',
    'ticket.requester.email': 'ada@example.org',
    'ticket.requester.language': 'Deutsch',
    'ticket.requester.notes': 'Likes numbers',
    'ticket.requester.role': 'End user',
    'ticket.requester.tags': 'vip xl',
    'ticket.requester.organization.name': 'Engines Ltd',
    'ticket.requester.custom_fields.size': 'xl',
    'ticket.requester.custom_fields.size.title': 'Extra large',
    'ticket.organization.details': 'Makes engines',
    'ticket.organization.external_id': 'org-1',
    'ticket.assignee.name': 'Grace Hopper',
    'current_user.signature': 'Yours, Grace',
    'agent.name': 'Grace Hopper',
    [`ticket.ticket_field_${ticket_field.id}`]: 'red blue',
    [`ticket.ticket_field_option_title_${ticket_field.id}`]: 'Very red, Sky blue',
    'ticket.latest_comment': 'A secret note',
    'ticket.latest_public_comment': 'A **public** answer',
    'satisfaction.current_rating': '',
    'ticket.unknown': '',
    unknown: '',
  }))
    assert.equal(await render(`{{${name}}}`), expected, name)
  assert.match(await render('{{ticket.brand.name}}|{{ticket.account}}|{{satisfaction.rating_url}}'), /^[^|]+\|[^|]+\|http/)
  assert.match(await render('{{ticket.created_at}}'), /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
})

test('business hours and holidays are those of the first schedule', async () => {
  const renderHours = () => render('{{ticket.in_business_hours}} {{ticket.current_holiday_name}}')
  const { schedule } = await send('business_hours/schedules', { schedule: { name: 'Always', time_zone: 'UTC' } })
  const path = `/api/v2/business_hours/schedules/${schedule.id}`
  await app.api.put(`${path}/workweek`, { workweek: { intervals: [{ start_time: 0, end_time: 10_080 }] } })
  assert.equal(await renderHours(), 'true ')
  await app.api.put(`${path}/workweek`, { workweek: { intervals: [] } })
  assert.equal(await renderHours(), 'false ')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await app.api.post(`${path}/holidays`, { holiday: { name: 'Long weekend', start_date: day(-2), end_date: day(2) } })
  assert.equal(await renderHours(), 'false Long weekend')
  assert.equal((await app.api.delete(path)).status, 204)
})

test('comments are listed newest first; end users never get private ones', async () => {
  const loop = '{% for c in ticket.comments %}{{c.author.name}}:{{c.is_public}}:{{c.value}};{% endfor %}'
  assert.equal(
    await render(loop),
    'Grace Hopper:false:A secret note;Grace Hopper:true:A **public** answer;Administrator:true:The <first>\nwords;',
  )
  const names = [
    'comments_formatted',
    'public_comments_formatted',
    'latest_comment',
    'latest_comment_html',
    'latest_comment_rich',
    'latest_comment_formatted',
    'latest_public_comment',
    'latest_public_comment_formatted',
  ].map((name) => `{{ticket.${name}}}`)
  for (const mode of ['text', 'html'] as const)
    for (const text of [loop, '{% assign t = ticket %}{{t.latest_comment}}{{t.comments_formatted}}', names.join('|')]) {
      const shown = await render(text, { mode, audience: 'end-user' })
      assert.doesNotMatch(shown, /secret/, `${mode} ${text}`)
      assert.match(shown, /public/)
    }
  assert.match(await render('{{ticket.comments_formatted}}'), /Grace Hopper, .* E[SD]T\n\nA secret note\n[^]*The <first>\nwords/)
})

test('the newest comment is a text and has members', async () => {
  const { token } = await upload(app, { name: 'plan.txt', bytes: 'words' })
  const comment = { body: 'See the <plan>', public: true, author_id: agent.id, uploads: [token] }
  const { id } = await build.ticket({ requester_id: requester.id, comment })
  const files = '{% for file in ticket.latest_comment.attachments %}{{file.filename}}={{file.url}}{% endfor %}'
  assert.match(await renderOf(id, `{{ticket.latest_comment}}|${files}`), /^See the <plan>\|plan\.txt=http/)
  assert.equal(await renderOf(id, '{{ticket.latest_comment.author.name}} {{ticket.latest_public_comment.is_public}}'), 'Grace Hopper true')
  assert.equal(await renderOf(id, '{{ticket.latest_comment | upcase}}{{ticket.latest_comment.shown}}'), 'SEE THE <PLAN>')
  assert.equal(await renderOf(id, '{{ticket.latest_comment}}', { mode: 'html' }), 'See the &lt;plan&gt;')
  assert.equal(await renderOf(id, '{{ticket.latest_comment | upcase}}', { mode: 'html' }), 'SEE THE &amp;LT;PLAN&amp;GT;')
  assert.equal(await renderOf(id, '"{{ticket.latest_comment}}"', { mode: 'json' }), '"See the <plan>"')
})

test('in HTML values are escaped and rich comments are not', async () => {
  const html = (text: string) => render(text, { mode: 'html' })
  assert.equal(await html('<h1>{{ticket.title}}</h1>'), '<h1>Fish &amp; &lt;chips&gt;</h1>')
  assert.equal(await html('{{ticket.description}}'), 'The &lt;first&gt;<br>\nwords')
  assert.match(await html('{{ticket.latest_public_comment_rich}}'), /A <strong>public<\/strong> answer/)
  assert.match(await html('{{ticket.comments_formatted}}'), /<strong>Grace Hopper<\/strong>/)
  const evil = await build.user({ name: '<script>alert(1)</script>' })
  const other = await build.ticket({ requester_id: evil.id, comment: { body: 'x', author_id: evil.id } })
  const all = '{{ticket.requester.name}}{{ticket.comments_formatted}}{% for c in ticket.comments %}{{c.author.name}}{% endfor %}'
  const shown = await renderOf(other.id, all, { mode: 'html' })
  assert.doesNotMatch(shown, /<script/)
})

test('dynamic content is in the language of the requester, and may itself have placeholders', async () => {
  const variants = (en: string, de: string) => [
    { locale_id: 1, content: en, default: true },
    { locale_id: 8, content: de },
  ]
  const item = (name: string, en: string, de: string) =>
    send('dynamic_content/items', { item: { name, default_locale_id: 1, variants: variants(en, de) } })
  await item('greeting', 'Hello {{ticket.requester.first_name}}', 'Hallo {{ticket.requester.first_name}}')
  await item('loop a', 'A({{dc.loop_b}})', 'A({{dc.loop_b}})')
  await item('loop b', 'B({{dc.loop_a}}{{dc.greeting}})', 'B({{dc.loop_a}}{{dc.greeting}})')
  for (let level = 0; level < 12; level++) await item(`deep ${level}`, 'x', `{{dc.deep_${level + 1}}}`.repeat(50))
  assert.equal(await render('{{dc.greeting}}!'), 'Hallo Ada!')
  assert.equal(await render('{{dc.loop_a}}'), 'A(B(Hallo Ada))')
  assert.equal(await render('[{{dc.nowhere}}{{dc.constructor}}]'), '[]')
  assert.doesNotMatch(await render('{{dc.deep_0}}'), /x/)
  assert.equal(await render('{{dc.greeting}}', { mode: 'html' }), 'Hallo Ada')
  await item('quoted', `{{ 'a"b' }}`, `{{ 'a"b' }}`)
  assert.equal(await render('{{dc.quoted}}', { mode: 'json' }), String.raw`a\"b`)
  assert.equal(await render('{{dc.quoted}}', { mode: 'xml' }), 'a&quot;b')
})

test('a text and all its dynamic content together have the time of one text', async () => {
  const endless = '{% for i in (1..1000) %}{% for j in (1..1000) %}{% endfor %}{% endfor %}'
  for (let index = 0; index < 8; index++) {
    const item = { name: `slow ${index}`, default_locale_id: 1, variants: [{ locale_id: 1, default: true, content: `${index}${endless}` }] }
    await send('dynamic_content/items', { item })
  }
  const text = Array.from({ length: 8 }, (_none, index) => `{{dc.slow_${index}}}`).join('')
  // nothing is left for the text itself
  assert.equal(await render(text), text)
})

test('only what a text names is loaded', async () => {
  const reads = async (text: string) => {
    const { statements } = await statementsDuring(app, () => render(text))
    return statements.join('\n')
  }
  assert.equal(await reads('No placeholders'), '')
  const plain = await reads('{{ticket.id}} {{ticket.status}}')
  assert.doesNotMatch(plain, /from (?:users|ticket_comments|organizations|groups|brands)/)
  const people = await reads('{{ticket.requester.name}} {{ticket.assignee.email}} {{current_user.name}}')
  assert.equal(people.match(/from users/g)?.length, 1)
  assert.doesNotMatch(people, /from ticket_comments/)
  const comments = await reads('{{ticket.comments_formatted}} {{ticket.group.name}} {{ticket.requester.name}} {{agent.name}}')
  assert.doesNotMatch(comments, /custom_fields|from attachments a where a.account_id = \$1 and a.comment_id = any/)
  assert.match(await reads('{{ticket.requester.custom_fields.size}}'), /from user_custom_fields/)
  for (const whole of ['agent', 'agent.organization', 'ticket.requester.organization'])
    assert.match(await reads(`{% assign one = ${whole} %}{{one.custom_fields.size}}`), /from user_custom_fields/, whole)
})

test('texts of one ticket share what they load, and an audience is shown nothing of the other', async () => {
  const ctx = await systemOf(app)
  const row = await getTicket(ctx, ticket.id)
  const texts = [
    '{{ticket.title}}',
    '{{ticket.requester.name}}',
    '{{ticket.comments_formatted}}',
    '{{ticket.latest_comment}}',
    '{{dc.greeting}}',
  ]
  const wanted = texts.flatMap((text) => (['agent', 'end-user'] as const).map((audience) => ({ text, audience, mode: 'text' as const })))
  const { statements, result } = await statementsDuring(app, async () => {
    const db = app.running.server.database.for(ctx.account.id)
    const render = ticketTexts({ ...ctx, db }, { ticket: row, current_user_id: agent.id }, wanted)
    const shown: string[] = []
    for (const one of [...wanted, ...wanted]) shown.push(await render(one))
    return shown
  })
  const alone: string[] = []
  for (const { text, audience } of [...wanted, ...wanted]) alone.push(await render(text, { audience }))
  assert.deepEqual(result, alone)
  assert.match(result.join('\n'), /A secret note/)
  const countReads = (table: string) => statements.filter((sql) => sql.includes(`from ${table} `)).length
  // of users the requester, and then the authors of comments
  assert.deepEqual([countReads('ticket_comments'), countReads('users')], [1, 2])
  assert.equal(new Set(statements).size, statements.length - 1)
})

test('a text that cannot be rendered stays as it is written', async () => {
  for (const text of [
    '{% if ticket.id %}',
    'Dear {{ ticket.requester.name',
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% include "x" %}',
  ])
    assert.equal(await render(text), text)
})
