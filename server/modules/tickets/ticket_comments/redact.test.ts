import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const readFirstComment = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}/comments`)).body.comments[0]
const lastEvents = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}/audits`)).body.audits.at(-1).events
const redact = (ticket: number, comment: number, text?: string) =>
  app.api.put(`/api/v2/tickets/${ticket}/comments/${comment}/redact`, { text })

test('a text is masked in all forms of a comment, and in the description', async () => {
  const ticket = await make.ticket({ comment: { body: 'My number is 847 564, **847564**.\nAgain: 847564 & more' } })
  const comment = await readFirstComment(ticket.id)
  const { status, body } = await redact(ticket.id, comment.id, '847564')
  assert.equal(status, 200)
  assert.equal(body.comment.body, 'My number is ▇▇▇▇▇▇▇, **▇▇▇▇▇▇**.\nAgain: ▇▇▇▇▇▇ & more')
  assert.equal(JSON.stringify(await readFirstComment(ticket.id)).includes('847564'), false)
  assert.match(body.comment.html_body, /<strong>▇▇▇▇▇▇<\/strong>/)
  const { ticket: after } = (await app.api.get(`/api/v2/tickets/${ticket.id}`)).body
  assert.equal(after.description.includes('847564'), false)
  assert.deepEqual(
    (await lastEvents(ticket.id)).map(({ type, comment_id }: any) => ({ type, comment_id })),
    [{ type: 'CommentRedactionEvent', comment_id: comment.id }],
  )
})

test('a text is found across markup and in links', async () => {
  const ticket = await make.ticket({
    comment: { html_body: '<p>Code 12<b>34</b> <a href="https://x.example.org/1234">here</a> &amp; 5 &lt; 6</p>' },
  })
  const { comment } = (await redact(ticket.id, (await readFirstComment(ticket.id)).id, '1234')).body
  assert.equal(/1234|12<b>34/.test(comment.html_body), false)
  assert.match(comment.html_body, /Code ▇▇<b>▇▇<\/b>/)
  assert.match((await redact(ticket.id, comment.id, '5 < 6')).body.comment.html_body, /&amp; ▇▇▇▇▇/)
})

test('a text that is also part of the markup is masked in what was written only', async () => {
  const html_body = '<p>a <a href="https://x.example.org/auto" title="auto">auto</a></p>'
  const ticket = await make.ticket({ comment: { html_body } })
  const { id } = await readFirstComment(ticket.id)
  assert.equal(
    (await redact(ticket.id, id, 'auto')).body.comment.html_body,
    '<div class="zd-comment" dir="auto"><p>a <a href="https://x.example.org/▇▇▇▇" title="▇▇▇▇" rel="noopener noreferrer">▇▇▇▇</a></p></div>',
  )
  const plain = await make.ticket({ comment: { body: 'a' } })
  assert.equal(
    (await redact(plain.id, (await readFirstComment(plain.id)).id, 'a')).body.comment.html_body,
    '<div class="zd-comment" dir="auto"><p dir="auto">▇</p></div>',
  )
})

test('a redaction is refused without a text, for a text that does not occur, on a closed ticket, and without permission', async () => {
  const ticket = await make.ticket()
  const { id } = await readFirstComment(ticket.id)
  assert.equal((await redact(ticket.id, id)).status, 400)
  assert.equal((await redact(ticket.id, id, 'absent')).status, 422)
  assert.equal((await redact(ticket.id, 999_999_999, 'Hello')).status, 404)
  const closed = await make.ticket({ status: 'closed', assignee_id: app.admin.id })
  const refused = await redact(closed.id, (await readFirstComment(closed.id)).id, 'Hello')
  assert.deepEqual(refused.body.details, { status: [{ description: 'closed prevents ticket update' }] })
  assert.equal((await app.as({}).put(`/api/v2/tickets/${ticket.id}/comments/${id}/redact`, { text: 'x' })).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).put(`/api/v2/comment_redactions/${id}`, {})).status, 403)
})

test('marks in the HTML of a comment select what is masked, on closed tickets too', async () => {
  const html_body =
    '<p>Secret <b>word</b> and <a href="https://x.example.org/secret">link</a> <img src="https://x.example.org/face.png"></p>'
  const ticket = await make.ticket({ comment: { html_body }, status: 'closed', assignee_id: app.admin.id })
  const comment = await readFirstComment(ticket.id)
  const marked = comment.html_body.replace('Secret <b>word</b>', '<redact>Secret <b>word</b></redact>').replace('<a href', '<a redact href')
  const { status, body } = await app.api.put(`/api/v2/comment_redactions/${comment.id}`, {
    ticket_id: ticket.id,
    html_body: marked,
    external_attachment_urls: ['https://x.example.org/face.png'],
  })
  assert.equal(status, 200)
  assert.equal(body.comment.html_body, '<div class="zd-comment" dir="auto"><p>▇▇▇▇▇▇▇<b>▇▇▇▇</b> and ▇▇▇▇ </p></div>')
  assert.equal(body.comment.plain_body, '▇▇▇▇▇▇▇▇▇▇▇ and ▇▇▇▇')
  assert.equal((await lastEvents(ticket.id))[0].type, 'CommentRedactionEvent')
})

test('a picture is redacted by its address, whatever characters it has', async () => {
  const html_body = '<p>Here: <img src="https://x.example.org/face.png?size=&lt;9&gt;&amp;of=&quot;me&quot;"></p>'
  const ticket = await make.ticket({ comment: { html_body } })
  const comment = await readFirstComment(ticket.id)
  assert.match(comment.html_body, /<img/)
  const { status, body } = await app.api.put(`/api/v2/comment_redactions/${comment.id}`, {
    ticket_id: ticket.id,
    external_attachment_urls: ['https://x.example.org/face.png?size=<9>&of="me"'],
  })
  assert.equal(status, 200)
  assert.equal(body.comment.html_body, '<div class="zd-comment" dir="auto"><p>Here: </p></div>')
})

test('a redaction by marks cannot change the text of a comment', async () => {
  const ticket = await make.ticket()
  const { id } = await readFirstComment(ticket.id)
  const redaction = (body: unknown) => app.api.put(`/api/v2/comment_redactions/${id}`, body)
  assert.equal((await redaction({ ticket_id: ticket.id, html_body: '<p>Goodbye</p>' })).status, 422)
  assert.equal((await redaction({ html_body: '<p>Hello</p>' })).status, 400)
  assert.equal((await redaction({ ticket_id: (await make.ticket()).id, html_body: '<p>Hello</p>' })).status, 404)
  assert.equal((await app.as({}).put(`/api/v2/comment_redactions/${id}`, {})).status, 401)
})

test('a redaction by marks cannot change links and pictures of a comment', async () => {
  const ticket = await make.ticket({ comment: { html_body: '<p>See <a href="https://bank.example.org/">my bank</a></p>' } })
  const { id, html_body } = await readFirstComment(ticket.id)
  const redaction = (html: string) => app.api.put(`/api/v2/comment_redactions/${id}`, { ticket_id: ticket.id, html_body: html })
  assert.equal((await redaction(html_body.replace('bank.example', 'evil.example'))).status, 422)
  assert.equal((await redaction(`${html_body}<img src="https://evil.example.org/x.png">`)).status, 422)
  assert.equal((await readFirstComment(ticket.id)).html_body, html_body)
  assert.equal((await redaction(html_body.replace('See', '<redact>See</redact>'))).status, 200)
})

test('concurrent redactions of one comment all take effect', async () => {
  const secrets = Array.from({ length: 12 }, (_none, index) => `secret${String.fromCodePoint(97 + index)}`)
  const ticket = await make.ticket({ comment: { body: secrets.join(' and ') } })
  const { id } = await readFirstComment(ticket.id)
  const answers = await Promise.all(secrets.map((secret) => redact(ticket.id, id, secret)))
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
  const after = JSON.stringify([
    await readFirstComment(ticket.id),
    (await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.description,
  ])
  assert.deepEqual(
    secrets.filter((secret) => after.includes(secret)),
    [],
  )
})

test('messages and files of a chat are redacted in the audit that contains the chat', async () => {
  const ticket = await make.ticket()
  const history = [
    { type: 'ChatMessage', chat_index: 0, message: 'My pin is 9911', message_id: 'm0' },
    { type: 'ChatFileAttachment', chat_index: 1, filename: 'pin.png', url: 'https://x.example.org/pin.png' },
  ]
  const events = [{ id: 1, type: 'ChatStartedEvent', value: { visitor_id: 'v', chat_id: 'chat.1', history } }]
  const keep = defineStatement<unknown>('update ticket_audits set events = $3::jsonb where account_id = $1 and ticket_id = $2')
  await app.database.database.run(keep(app.account_id, ticket.id, JSON.stringify(events)))
  const path = `chat_redactions/${ticket.id}`
  const words = await app.api.put(`/api/v2/${path}`, { chat_id: 'chat.1', message_ids: ['m0'], text: '9911' })
  assert.deepEqual([words.status, words.body.chat_event.type], [200, 'ChatStartedEvent'])
  assert.equal(words.body.chat_event.value.history[0].message, 'My pin is ▇▇▇▇')
  const file = await app.api.put(`/api/v2/chat_file_redactions/${ticket.id}`, { chat_id: 'chat.1', chat_index: 1 })
  assert.deepEqual(file.body.chat_event.value.history[1], { ...history[1], filename: 'redacted.txt', url: null })
  assert.equal((await app.api.put(`/api/v2/${path}`, { chat_id: 'chat.1', text: '9911' })).status, 422)
  assert.equal((await app.api.put(`/api/v2/${path}`, { chat_id: 'other', text: '9911' })).status, 404)
  assert.equal((await app.api.put(`/api/v2/${path}`, { chat_id: 'chat.1' })).status, 400)
  assert.equal((await app.as({}).put(`/api/v2/${path}`, {})).status, 401)
  assert.equal(
    (await app.as({ email: (await make.user()).email, token: app.admin.token }).put(`/api/v2/${path}`, { chat_id: 'chat.1', text: 'x' }))
      .status,
    403,
  )
})

test('a redaction changes attribute values only: text in a value cannot become an attribute', async () => {
  const html_body = '<p>title= <a title=" onmouseover=alert(1) " href="https://x.example.org/">here</a></p>'
  const ticket = await make.ticket({ comment: { html_body } })
  const { id } = await readFirstComment(ticket.id)
  const { comment } = (await redact(ticket.id, id, 'title=')).body
  assert.match(comment.html_body, /▇{6} <a title=" onmouseover=alert\(1\) " href=/)
  assert.equal((await redact(ticket.id, id, 'href=')).status, 422)
  assert.match((await redact(ticket.id, id, 'onmouseover')).body.comment.html_body, /<a title=" ▇{11}=alert\(1\) " href=/)
})

test('a text longer than any comment is not searched for, and whitespace alone is no text', async () => {
  const ticket = await make.ticket({ comment: { html_body: '<p>Hello <b>you</b></p>' } })
  const { id, html_body } = await readFirstComment(ticket.id)
  assert.equal((await redact(ticket.id, id, 'Hello '.repeat(100_000))).status, 400)
  assert.equal((await redact(ticket.id, id, ' \n ')).status, 400)
  const makeRedaction = (count: number) => ({ ticket_id: ticket.id, html_body: html_body.replace('you', `${'<b></b>'.repeat(count)}you`) })
  const long = await app.api.put(`/api/v2/comment_redactions/${id}`, makeRedaction(20_000))
  assert.deepEqual([long.status, long.body.details.base[0].description], [422, 'Html body: is too long'])
  assert.equal((await app.api.put(`/api/v2/comment_redactions/${id}`, makeRedaction(10))).status, 200)
})
