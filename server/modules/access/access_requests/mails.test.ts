import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitUntilNoneOf } from '#test/jobs.ts'
import { createFiledRequest, getGovernedPeople, putDuties, putPersonInPerson as putPerson, stepAs } from '#test/governance.ts'

const app = await useApp()
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const otherProvisioner = await putPerson(app, { role: 'agent' })
await putDuties(app, otherProvisioner.id, ['provisioner'])
// a manager who also has these duties cannot use them on requests they approved, and gets no mail asking them to
await putDuties(app, manager.id, ['provisioner', 'engineer'])
// a job mails each of them the requests that wait for them: there is none yet
await waitUntilNoneOf(app, 'follow_access_part')

interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly topic: string
}

const mailsOf = async (title: string): Promise<Mail[]> =>
  (await app.api.get('/api/v2/deskhand/mails')).body.mails.filter((mail: Mail) => mail.body.includes(title)).toReversed()

/** The mails after the first `seen`, and their sorted recipients. */
async function listMailsSince(title: string, seen: number): Promise<{ to: string[]; mails: Mail[] }> {
  const mails = (await mailsOf(title)).slice(seen)
  return { to: mails.map((mail) => mail.to).toSorted(), mails }
}

const sortEmails = (...who: { email: string }[]) => who.map((each) => each.email).toSorted()

test('each step is mailed to those who take the next step or are concerned, and never to the person who took it', async () => {
  const { request } = await createFiledRequest(app, { title: 'Told of each step' })
  const { id, title, page_url, deadline_at } = request
  let seen = 0
  const expect = async (topic: string, ...who: { email: string }[]): Promise<Mail> => {
    const { to, mails } = await listMailsSince(title, seen)
    assert.deepEqual(to, sortEmails(...who), topic)
    seen += mails.length
    for (const mail of mails) {
      assert.equal(mail.topic, `access_request.${topic}`)
      assert.ok(mail.body.endsWith(page_url))
      assert.match(mail.body, /Rita Requester asks for an API token\./)
      assert.match(mail.subject, /Told of each step/)
    }
    return mails[0] as Mail
  }
  const filed = await expect('submitted', manager)
  assert.match(filed.body, /Please approve or reject it/)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'America/New_York' }).format(new Date(deadline_at))
  assert.ok(filed.body.includes(`It expires on ${day} unless`))
  await stepAs(manager, id, 'approve')
  assert.match((await expect('manager_approved', provisioner, otherProvisioner)).body, /Please review the business reason and the use case/)
  await stepAs(provisioner, id, 'review', 'Reads tickets only')
  const reviewed = await expect('security_reviewed', otherProvisioner)
  assert.match(reviewed.body, /Done by Paula Provisioner\.[^]*Reads tickets only[^]*accept or reject/)
  await stepAs(provisioner, id, 'accept', 'Needed daily')
  await expect('accepted', engineer, requester)
  await requester.api.post(`/api/v2/access_requests/${id}/comments`, { comment: { body: 'When will it come?' } })
  assert.match((await expect('commented', manager, provisioner)).body, /When will it come\?/)
  await engineer.api.post(`/api/v2/access_requests/${id}/comments`, { comment: { body: 'Tomorrow' } })
  await expect('commented', requester, manager, provisioner)
  await stepAs(requester, id, 'withdraw')
  await expect('withdrawn', manager, provisioner)
})

test('a rejection is mailed to the requester, an edit to the manager, and a new manager is asked to approve', async () => {
  const { request } = await createFiledRequest(app, { title: 'Rejected at once' })
  const put = (api: typeof app.api, access_request: object) => api.put(`/api/v2/access_requests/${request.id}`, { access_request })
  await put(requester.api, { use_case: 'Another one' })
  assert.deepEqual((await listMailsSince(request.title, 1)).to, [manager.email])
  await put(app.inPerson, { manager_id: otherProvisioner.id })
  const asked = await listMailsSince(request.title, 2)
  assert.deepEqual([asked.to, asked.mails[0]?.topic], [[otherProvisioner.email], 'access_request.submitted'])
  await stepAs(otherProvisioner, request.id, 'reject', 'Use the report instead')
  const rejected = await listMailsSince(request.title, 3)
  assert.deepEqual([rejected.to, rejected.mails[0]?.topic], [[requester.email], 'access_request.rejected'])
  assert.match(rejected.mails[0]?.body ?? '', /Use the report instead/)
})

test('what people write cannot reach the headers of a mail, and long titles are cut', async () => {
  const long = `Long ${'ü'.repeat(240)}`
  const { request } = await createFiledRequest(app, { title: long, use_case: 'x\r\nBcc: victim@example.com\r\n\r\nHello' })
  const [mail] = await mailsOf(request.title)
  assert.ok((mail?.subject.length ?? 0) < 200)
  assert.doesNotMatch(mail?.subject ?? '', /[\r\n]/)
  assert.ok(mail?.subject.includes(`"${long.slice(0, 119)}…"`))
  const lines = await createFiledRequest(app, { title: 'a\u2028Bcc: b@example.com\r\nTo: c@example.com' })
  assert.equal(lines.request.title, 'a Bcc: b@example.com To: c@example.com')
})
