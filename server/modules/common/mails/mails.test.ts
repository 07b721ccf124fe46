import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp, type TestApp, useApp } from '#test/app.ts'
import { waitFor, jobRun } from '#test/jobs.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { invite } from '#test/invitations.ts'
import { putPerson } from '#test/records.ts'
import { headOf, startSmtp } from '#test/smtp.ts'
import { systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { deliverMail } from './deliver.ts'
import { notifyUsers } from './notify.ts'
import { type OutgoingMail, sendMail } from './send.ts'

const smtp = await startSmtp()
after(() => smtp.stop())
const app = await useApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, DESKHAND_MAIL_FROM: 'desk@example.com' })

const LETTER: OutgoingMail = {
  to: 'ann@example.org',
  subject: 'A request waits',
  text: 'Hello Ann,\n\nhttps://example.com/1\n',
  topic: 'test.sent',
}
const send = async (at: TestApp, mail: Partial<OutgoingMail> = {}) =>
  inTransaction(await systemOf(at), (tx) => sendMail(tx, { ...LETTER, ...mail }))
const readMail = async (at: TestApp, id: number) => (await at.api.get(`/api/v2/deskhand/mails/${id}`)).body.mail
const reaches = (at: TestApp, id: number, state: string) => waitFor(async () => (await readMail(at, id)).state, state)

/** Makes the job's next attempt its last, and immediate. */
const lastAttempt =
  defineStatement<unknown>(`select graphile_worker.reschedule_jobs(array[j.id], run_at := now(), attempts := j.max_attempts - 1) from graphile_worker.jobs j
  where j.attempts > 0 and j.id = any($1::bigint[])`)
const jobsOf = async (at: TestApp, mailId: number) =>
  (await listQueuedJobs(at.database.database.driver)).filter(({ call }) => call.payload.mail_id === mailId).map(({ id }) => id)

/** Starts an application that ends with the test, with its own mail server. */
async function appWith(t: { after(end: () => Promise<void>): void }, url: string): Promise<TestApp> {
  const own = await startTestApp({ SMTP_URL: url })
  t.after(() => own.stop())
  return own
}

test('with a mail server an invitation says that its mail is queued, and so do the methods of signing in', async () => {
  const { email, answer } = await invite(app)
  const { id, invitation_mail } = answer.body.team_member
  assert.equal(invitation_mail.state, 'queued')
  await reaches(app, invitation_mail.id, 'sent')
  const { password_link } = (await app.inPerson.post(`/api/v2/users/${id}/password/link`)).body
  await reaches(app, password_link.mail.id, 'sent')
  const [entry] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body.audit_logs
  assert.equal(entry.change_description, `Invitation mailed to ${email}`)
  assert.equal((await app.as({}).get('/access/methods')).body.methods.sends_mail, true)
})

test('a mail is delivered as written, by its own job', async () => {
  const before = smtp.taken.length
  const id = await send(app, { subject: 'Anfrage für Zoë – bitte prüfen', text: 'Grüße\n.\nhttps://example.com/a?b=c\n' })
  await smtp.has(before + 1)
  await reaches(app, id, 'sent')
  const mail = smtp.taken[before]
  assert.deepEqual([mail?.from, mail?.to], ['desk@example.com', ['ann@example.org']])
  const head = headOf(mail)
  assert.equal(head.get('from'), 'Deskhand <desk@example.com>')
  assert.equal(head.get('to'), 'ann@example.org')
  assert.equal(head.get('auto-submitted'), 'auto-generated')
  assert.match(head.get('message-id') ?? '', /^<\w{20,}@example\.com>$/)
  assert.match(head.get('subject') ?? '', /^=\?UTF-8\?/)
  assert.match(mail?.raw ?? '', /Gr=C3=BC=C3=9Fe/)
  const { sent_at, created_at, ...rest } = await readMail(app, id)
  assert.ok(sent_at >= created_at)
  assert.deepEqual(rest, {
    id,
    url: `${app.base_url}/api/v2/deskhand/mails/${id}.json`,
    user_id: null,
    topic: 'test.sent',
    to: 'ann@example.org',
    subject: 'Anfrage für Zoë – bitte prüfen',
    body: 'Grüße\n.\nhttps://example.com/a?b=c\n',
    hides_link: false,
    state: 'sent',
    attempts: 1,
    error: null,
  })
})

test('a mail is sent as text and as HTML, in which the text is escaped and only addresses of the instance are links', async () => {
  const before = smtp.taken.length
  const text = `<b onclick="x()">Hello</b>\n\nhttps://elsewhere.example/a\n\n${app.base_url}/secrets/5`
  const id = await send(app, { subject: '<i>Hello</i>', text })
  await smtp.has(before + 1)
  await reaches(app, id, 'sent')
  const mail = smtp.taken[before]
  assert.match(headOf(mail).get('content-type') ?? '', /^multipart\/alternative;/)
  const parts = (mail?.raw ?? '')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .split(/\r\nContent-Type: /)
  const part = (type: string) => parts.find((each) => each.startsWith(`${type}; charset=utf-8`)) ?? assert.fail(`no ${type}`)
  const plain = part('text/plain')
  assert.ok(plain.includes(text.replaceAll('\n', '\r\n')), plain)
  const html = part('text/html')
  assert.ok(html.includes('<title>&lt;i&gt;Hello&lt;/i&gt;</title>'), html)
  assert.ok(html.includes('&lt;b onclick=&quot;x()&quot;&gt;Hello&lt;/b&gt;'), html)
  assert.deepEqual(
    Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, href]) => href),
    [`${app.base_url}/secrets/5`],
  )
})

test('a mail of a failed transaction is never sent', async () => {
  const before = smtp.taken.length
  const ctx = await systemOf(app)
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await sendMail(tx, { ...LETTER, topic: 'test.rolled_back' })
      throw new Error('changed my mind')
    }),
  )
  await reaches(app, await send(app), 'sent')
  assert.equal(smtp.taken.length, before + 1)
  assert.equal((await app.api.get('/api/v2/deskhand/mails?filter[topic]=test.rolled_back')).body.count, 0)
})

test('a job that runs again, or twice at once, does not send a second mail', async () => {
  const id = await send(app)
  await reaches(app, id, 'sent')
  const before = smtp.taken.length
  const ctx = await systemOf(app)
  await Promise.all(Array.from({ length: 4 }, () => deliverMail(ctx, { mail_id: id }, jobRun())))
  await deliverMail(ctx, { mail_id: 999_999_999 }, jobRun(true))
  assert.equal(smtp.taken.length, before)
  const requeueMail = defineStatement<unknown>(`update mails set state = 'queued', sent_at = null where account_id = $1 and id = $2`)
  await app.database.database.run(requeueMail(ctx.account.id, id))
  // a run that finds the mail claimed leaves it to the queue
  await Promise.allSettled(Array.from({ length: 4 }, () => deliverMail(ctx, { mail_id: id }, jobRun())))
  assert.equal(smtp.taken.length, before + 1)
})

test('many mails share the same few connections', async () => {
  const before = smtp.connections()
  const ids = await Promise.all(Array.from({ length: 12 }, () => send(app)))
  for (const id of ids) await reaches(app, id, 'sent')
  assert.ok(smtp.connections() - before <= 2, String(smtp.connections() - before))
})

test('nothing in a subject or an address begins another header line', async () => {
  const before = smtp.taken.length
  const evil = 'Hello\r\nBcc: eve@example.org\r\n\r\nBuy this\u2028X-Evil: 1\u0000'
  await reaches(app, await send(app, { subject: evil }), 'sent')
  const mail = smtp.taken[before]
  assert.deepEqual(mail?.to, ['ann@example.org'])
  const head = headOf(mail)
  assert.deepEqual([head.has('bcc'), head.has('x-evil')], [false, false])
  assert.equal(head.get('subject'), 'Hello Bcc: eve@example.org Buy this X-Evil: 1')
  for (const to of [
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org, eve@example.org',
    'Ann <ann@example.org>',
    'ann@example.org>\r\nRCPT TO:<eve@example.org',
    '"eve@example.org "@example.org',
    'nobody',
    '',
  ]) {
    const refused = await readMail(app, await send(app, { to }))
    assert.deepEqual([refused.state, refused.error, refused.attempts], ['failed', 'The address is no e-mail address', 0])
    assert.doesNotMatch(refused.to, /[\r\n]/)
  }
  await reaches(app, await send(app), 'sent')
  assert.equal(smtp.taken.length, before + 2)
})

test('users are mailed at their address: each once, and none who is deleted', async () => {
  const ann = await putPerson(app, { role: 'agent' })
  const ben = await putPerson(app, { role: 'end-user' })
  assert.equal((await app.api.delete(`/api/v2/users/${ben.id}`)).status, 200)
  const ctx = await systemOf(app)
  const topic = 'test.people'
  await inTransaction(ctx, (tx) => notifyUsers(tx, [ann.id, ben.id, ann.id, 999_999_999], { subject: 'S', text: 'T', topic }))
  const { mails } = (await app.api.get(`/api/v2/deskhand/mails?filter[topic]=${topic}`)).body
  assert.deepEqual(
    mails.map((mail: { to: string; user_id: number }) => [mail.to, mail.user_id]),
    [[ann.email, ann.id]],
  )
})

test('an unreachable mail server is retried until it is back', async (t) => {
  const gone = await startSmtp()
  await gone.stop()
  const own = await appWith(t, `smtp://127.0.0.1:${gone.port}`)
  const id = await send(own)
  await waitFor(async () => (await readMail(own, id)).error !== null, true)
  assert.equal((await readMail(own, id)).state, 'queued')
  const back = await startSmtp({}, gone.port)
  t.after(() => back.stop())
  await reaches(own, id, 'sent')
  const { attempts, error } = await readMail(own, id)
  assert.ok(attempts > 1)
  assert.equal(error, null)
  assert.equal(back.taken.length, 1)
})

test('after the last attempt the mail has failed, with the reason; sending it again creates a new message', async (t) => {
  const gone = await startSmtp()
  await gone.stop()
  const own = await appWith(t, `smtp://127.0.0.1:${gone.port}`)
  const id = await send(own)
  await waitFor(async () => (await readMail(own, id)).error !== null, true)
  await waitFor(async () => {
    await own.database.database.run(lastAttempt(await jobsOf(own, id)))
    return (await readMail(own, id)).state
  }, 'failed')
  assert.match((await readMail(own, id)).error, /ECONNREFUSED/)
  await waitFor(async () => (await jobsOf(own, id)).length, 0)
  const back = await startSmtp({}, gone.port)
  t.after(() => back.stop())
  const again = await own.api.post(`/api/v2/deskhand/mails/${id}/redeliver`)
  assert.deepEqual([again.status, again.body.mail.state, again.body.mail.error], [200, 'queued', null])
  await reaches(own, id, 'sent')
  const entry = (await own.api.get(`/api/v2/audit_logs?filter[source_type]=mail&filter[source_id]=${id}`)).body.audit_logs[0]
  assert.equal(entry.change_description, 'Sent again to ann@example.org')
})

test('a mail that waits for its next attempt can be tried at once', async (t) => {
  const gone = await startSmtp()
  await gone.stop()
  const own = await appWith(t, `smtp://127.0.0.1:${gone.port}`)
  const id = await send(own)
  await waitFor(async () => (await readMail(own, id)).error !== null, true)
  await own.database.database.driver`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '1 day')
    from graphile_worker.jobs where attempts > 0`
  const back = await startSmtp({}, gone.port)
  t.after(() => back.stop())
  assert.equal((await own.api.post(`/api/v2/deskhand/mails/${id}/redeliver`)).status, 200)
  await reaches(own, id, 'sent')
})

test('a server that refuses the letter for good is not tried again; one that defers it is', async (t) => {
  const refusing = await startSmtp({
    onRcptTo(address, _session, callback) {
      const no = address.address.startsWith('later') ? [451, 'Come back later'] : [550, 'No such person here']
      callback(Object.assign(new Error(String(no[1])), { responseCode: no[0] as number }))
    },
  })
  t.after(() => refusing.stop())
  const own = await appWith(t, `smtp://127.0.0.1:${refusing.port}`)
  const id = await send(own)
  await reaches(own, id, 'failed')
  const { attempts, error } = await readMail(own, id)
  assert.equal(attempts, 1)
  assert.match(error, /550 No such person here/)
  const later = await send(own, { to: 'later@example.org' })
  await waitFor(async () => (await readMail(own, later)).error !== null, true)
  assert.equal((await readMail(own, later)).state, 'queued')
})

test('user and password of the URL sign in, and appear nowhere else', async (t) => {
  const secret = 'p@ss:word/1'
  const seen: (string | undefined | null)[][] = []
  const asking = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _session, callback) {
      seen.push([auth.username, auth.password])
      if (auth.password === secret) callback(null, { user: auth.username })
      else callback(new Error('Wrong'))
    },
  })
  t.after(() => asking.stop())
  const toSmtpUrl = (password: string) => `smtp://desk:${encodeURIComponent(password)}@127.0.0.1:${asking.port}`
  const own = await appWith(t, toSmtpUrl(secret))
  await reaches(own, await send(own), 'sent')
  assert.deepEqual(seen, [['desk', secret]])
  const wrong = await appWith(t, toSmtpUrl('not the one'))
  const id = await send(wrong)
  await waitFor(async () => (await readMail(wrong, id)).error !== null, true)
  const { state, error } = await readMail(wrong, id)
  assert.equal(state, 'queued') // the operator can fix it
  assert.match(error, /535/)
  assert.doesNotMatch(error, /not the one/)
})

test('smtps is supported, and an unknown certificate is refused unless the operator allows it', async (t) => {
  const safe = await startSmtp({ secure: true })
  t.after(() => safe.stop())
  const trusting = await appWith(t, `smtps://127.0.0.1:${safe.port}?tls.rejectUnauthorized=false`)
  await reaches(trusting, await send(trusting), 'sent')
  const strict = await appWith(t, `smtps://127.0.0.1:${safe.port}`)
  const id = await send(strict)
  await waitFor(async () => (await readMail(strict, id)).error !== null, true)
  assert.match((await readMail(strict, id)).error, /certificate/i)
  assert.equal(safe.taken.length, 1)
})

test('TLS offered by a mail server is used, and its certificate checked, unless the operator says otherwise', async (t) => {
  const offering = await startSmtp({ disabledCommands: [] })
  t.after(() => offering.stop())
  const strict = await appWith(t, `smtp://127.0.0.1:${offering.port}`)
  const id = await send(strict)
  await waitFor(async () => (await readMail(strict, id)).error !== null, true)
  assert.match((await readMail(strict, id)).error, /certificate/i)
  const plain = await appWith(t, `smtp://127.0.0.1:${offering.port}?ignoreTLS=true`)
  await reaches(plain, await send(plain), 'sent')
  const none = await appWith(t, `smtp://127.0.0.1:${smtp.port}?requireTLS=true`)
  const refused = await send(none)
  await waitFor(async () => (await readMail(none, refused)).error !== null, true)
  assert.notEqual((await readMail(none, refused)).state, 'sent')
})

test('without a mail server mails are kept in the outbox, and cannot be sent again', async (t) => {
  const own = await startTestApp()
  t.after(() => own.stop())
  const id = await send(own)
  assert.deepEqual([(await readMail(own, id)).state, await jobsOf(own, id)], ['kept', []])
  const list = await own.api.get('/api/v2/deskhand/mails')
  assert.deepEqual([list.body.has_mail_server, list.body.count], [false, 1])
  const again = await own.api.post(`/api/v2/deskhand/mails/${id}/redeliver`)
  assert.equal(again.status, 422)
  assert.match(again.body.details.base[0].description, /SMTP_URL/)
  // mails queued before the operator removed the mail server are kept as well
  const { database } = own.database
  await database.run(defineStatement<unknown>(`update mails set state = 'queued' where account_id = $1 and id = $2`)(own.account_id, id))
  await deliverMail(await systemOf(own), { mail_id: id }, jobRun())
  assert.equal((await readMail(own, id)).state, 'kept')
})

test('the outbox lists the newest first, by state and by topic, with both kinds of pages', async () => {
  const ids: number[] = []
  for (const subject of ['One', 'Two', 'Three']) ids.push(await send(app, { subject, topic: 'test.listed' }))
  const failed = await send(app, { to: 'nobody', topic: 'test.listed' })
  for (const id of ids) await reaches(app, id, 'sent')
  const idsAt = async (query: string) =>
    (await app.api.get(`/api/v2/deskhand/mails.json?filter[topic]=test.listed&${query}`)).body.mails.map((mail: { id: number }) => mail.id)
  assert.deepEqual(await idsAt(''), [failed, ...ids.toReversed()])
  assert.deepEqual(await idsAt('filter[state]=failed'), [failed])
  assert.deepEqual(await idsAt('filter[state][]=failed&filter[state][]=queued'), [failed])
  assert.deepEqual(await idsAt('page=2&per_page=3'), [ids[0]])
  const page = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=test.listed&page[size]=2')).body
  assert.deepEqual([page.mails.length, page.meta.has_more, page.has_mail_server], [2, true, true])
  assert.equal((await app.api.get('/api/v2/deskhand/mails?page[size]=1&sort=subject')).status, 400)
})

test('administrators only: 401 without credentials, 403 for an agent, 404 for an unknown id, 400 for a word', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const id = await send(app)
  for (const [who, status] of [
    [app.as({}), 401],
    [agent.api, 403],
  ] as const) {
    assert.equal((await who.get('/api/v2/deskhand/mails')).status, status)
    assert.equal((await who.get(`/api/v2/deskhand/mails/${id}`)).status, status)
    assert.equal((await who.post(`/api/v2/deskhand/mails/${id}/redeliver`)).status, status)
  }
  assert.equal((await app.api.get('/api/v2/deskhand/mails/999999999')).status, 404)
  assert.equal((await app.api.post('/api/v2/deskhand/mails/999999999/redeliver')).status, 404)
  assert.equal((await app.api.get('/api/v2/deskhand/mails/one')).status, 400)
})

test('a process that stops closes its connections to the mail server', async (t) => {
  const own = await startSmtp()
  t.after(() => own.stop())
  const stopping = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${own.port}` })
  await reaches(stopping, await send(stopping), 'sent')
  assert.equal(own.open(), 1)
  await stopping.stop()
  await waitFor(async () => own.open(), 0)
})

test('mails of one act are written with one statement and queued with one', async () => {
  const people = [await putPerson(app, { role: 'agent' }), await putPerson(app, { role: 'agent' }), await putPerson(app, { role: 'agent' })]
  const statementsFor = (ids: readonly number[]) =>
    systemOf(app).then((ctx) =>
      inTransaction(ctx, async (tx) => {
        const asked: string[] = []
        const record = (statement: Parameters<typeof tx.db.all>[0]) =>
          void asked.push('sql' in statement ? statement.sql : statement.compile().sql)
        const all: typeof tx.db.all = (statement) => {
          record(statement)
          return tx.db.all(statement)
        }
        const run: typeof tx.db.run = (statement) => {
          record(statement)
          return tx.db.run(statement)
        }
        const db: typeof tx.db = Object.assign(Object.create(tx.db), { all, run })
        await notifyUsers({ ...tx, db }, ids, { subject: 'Together', text: 'Look', topic: 'test.together' })
        return asked.filter((sql) => sql.includes('into mails') || sql.includes('_jobs')).length
      }),
    )
  assert.equal(await statementsFor(people.slice(0, 1).map(({ id }) => id)), 2)
  assert.equal(await statementsFor(people.map(({ id }) => id)), 2)
  for (const { email } of people) await waitFor(() => Promise.resolve(smtp.taken.some(({ to }) => to.includes(email))), true)
})
