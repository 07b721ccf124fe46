// The HTML of mails that rules and side conversations cause.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { startSmtp } from '#test/smtp.ts'

const smtp = await startSmtp()
after(() => smtp.stop())
const app = await useApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, DESKHAND_MAIL_FROM: 'desk@example.com' })
const { api } = app
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user', name: 'Ann <b>Example' })
const TABLE = '<table><tr><td>Alfreds</td><td>Maria</td></tr></table>'

/** The parts of the mail with this subject, by their types. */
async function partsOf(subject: string, before: number) {
  await smtp.has(before + 1)
  const raw = smtp.taken.findLast((mail) => mail.raw.includes(`Subject: ${subject}`))?.raw ?? assert.fail(`no mail ${subject}`)
  const decoded = raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
  const part = (type: string) => decoded.split('Content-Type: ').find((one) => one.startsWith(type)) ?? assert.fail(`no ${type}`)
  return { text: part('text/plain'), html: part('text/html') }
}

test('the mail of a rule is laid out from the HTML of the comment; its own text and values are text', async () => {
  const body = 'Dear {{ticket.requester.name}},\n<see> below & {{ticket.link}}\n\n{{ticket.latest_comment_rich}}{{dc.sign}}'
  const item = { name: 'Sign', default_locale_id: 1, variants: [{ locale_id: 1, default: true, content: 'Bye <all>\nDesk' }] }
  assert.equal((await api.post('/api/v2/dynamic_content/items', { item })).status, 201)
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'laid_out' }], any: [] }
  const actions = [{ field: 'notification_user', value: [String(customer.id), 'Laid out', body] }]
  assert.equal((await api.post('/api/v2/triggers', { trigger: { title: 'Laid out', conditions, actions } })).status, 201)
  const before = smtp.taken.length
  const html_body = `${TABLE}<p><a href="https://evil.example/x">here</a><img src="https://evil.example/x.png"></p>`
  const { id } = await make.ticket({ requester_id: customer.id, tags: ['laid_out'], comment: { html_body } })
  const { text, html } = await partsOf('Laid out', before)
  assert.match(text, /Alfreds\tMaria/)
  assert.ok(html.includes(TABLE), html)
  assert.ok(html.includes('Dear Ann &lt;b&gt;Example,<br />\n&lt;see&gt; below &amp; '), html)
  assert.ok(html.includes('Bye &lt;all&gt;<br />\nDesk'), html)
  assert.match(html, new RegExp(`<a href="${app.base_url}/[^"]*${id}"`))
  assert.doesNotMatch(html, /href="https:\/\/evil|<img/)
  assert.match(html, /<span>here<\/span>/)
})

test('the mail of a side conversation is laid out from its HTML, and has the cells apart in its text', async () => {
  const before = smtp.taken.length
  const ticket = await make.ticket()
  const message = { subject: 'Beside', html_body: TABLE, to: [{ email: 'vendor@example.net' }] }
  assert.equal((await api.post(`/api/v2/tickets/${ticket.id}/side_conversations`, { message })).status, 201)
  const { text, html } = await partsOf('Beside', before)
  assert.match(text, /Alfreds\tMaria/)
  assert.ok(html.includes(TABLE), html)
})
