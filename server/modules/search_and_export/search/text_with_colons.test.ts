/** Words with a colon that name no property are text; a property without a value is a word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const TEXTS = ['aa:bb:cc', 'http://files.example.org/a?b=1', 'std::vector', String.raw`C:\Users\ann`, 'Fehler:404', 'fe80::1', 'x<yz']

const searchRecords = async (query: string, path = 'search'): Promise<{ id: number; subject?: string }[]> => {
  const { status, body } = await app.api.get(`/api/v2/${path}${path.includes('?') ? '&' : '?'}query=${encodeURIComponent(query)}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results ?? body.users
}

test('a word with a colon that names no property is text, in searches, counts and exports', async () => {
  for (const [index, text] of TEXTS.entries()) await make.ticket({ subject: `Seen ${index}`, comment: { body: `It says ${text} there` } })
  for (const [index, text] of TEXTS.entries()) {
    for (const query of [text, `type:ticket ${text}`, `${text} status<solved`]) {
      const subjects = (await searchRecords(query)).map(({ subject }) => subject)
      assert.deepEqual(subjects, [`Seen ${index}`], query)
    }
    const exported = await searchRecords(text, 'search/export?filter[type]=ticket')
    assert.deepEqual(
      exported.map(({ subject }) => subject),
      [`Seen ${index}`],
      text,
    )
    const { body } = await app.api.get(`/api/v2/search/count?query=${encodeURIComponent(text)}`)
    assert.equal(body.count, 1, text)
    assert.deepEqual((await searchRecords(`-${text} It says there type:ticket`)).length, TEXTS.length - 1, text)
  }
  const user = await make.user({ name: 'Vera', notes: 'Has std::vector in her notes' })
  assert.deepEqual(
    (await searchRecords('std::vector', 'users/search')).map(({ id }) => id),
    [user.id],
  )
})

test('a phrase or an address of another kind that has an at sign in it is text, an e-mail address is that of a user', async () => {
  const { id } = await make.user({
    name: 'Nora',
    email: 'nora@example.org',
    notes: 'Write to ann@example.com today, clones git@github.com:org/repo',
  })
  const ids = async (query: string) => (await searchRecords(query, 'users/search')).map((one) => one.id)
  for (const query of ['"write to ann@example.com today"', 'git@github.com:org/repo', 'nora@example.org'])
    assert.deepEqual(await ids(query), [id], query)
  assert.deepEqual(await ids('ann@example.com'), [])
})

test('a property without a value is the word that it is, not everything', async () => {
  const { id } = await make.ticket({ subject: 'What status does it have' })
  assert.deepEqual(
    (await searchRecords('status: type:ticket')).map((one) => one.id),
    [id],
  )
  for (const query of ['requester:', 'type:ticket requester:', 'created>', 'subject:""', '-brand_id:'])
    assert.deepEqual(await searchRecords(query), [], query)
})

test('a property of other records still finds none of these', async () => {
  assert.deepEqual(await searchRecords('type:user status:open'), [])
})
