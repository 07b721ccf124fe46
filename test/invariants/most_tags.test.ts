/** A record has at most so many tags, however they are sent: many short texts would make rows and audits of megabytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_TAGS } from '#lib/tags.ts'
import { useApp } from '../app.ts'

const app = await useApp()
const RECORDS = [
  ['tickets', 'ticket', { subject: 'Tagged', comment: { body: 'Hello' } }],
  ['users', 'user', { name: 'Tagged' }],
  ['organizations', 'organization', { name: 'Tagged' }],
] as const
const makeWords = (count: number, mark = 't') => Array.from({ length: count }, (_, index) => `${mark}${index}`)
/** A single text counts as many tags as it has words. */
const packWords = (count: number, mark?: string) => [makeWords(count, mark).join(' ')]

for (const [path, name, fresh] of RECORDS) {
  test(`${path} have at most ${MAX_TAGS} tags`, async () => {
    const problem = { description: `Tags: cannot be more than ${MAX_TAGS}`, error: 'TooLong' }
    const assertRefused = ({ status, body }: { status: number; body: any }) => {
      assert.equal(status, 422, JSON.stringify(body).slice(0, 300))
      assert.deepEqual(Object.values(body.details), [[problem]])
    }
    assertRefused(await app.api.post(`/api/v2/${path}`, { [name]: { ...fresh, tags: packWords(MAX_TAGS + 1) } }))
    const made = await app.api.post(`/api/v2/${path}`, { [name]: { ...fresh, tags: packWords(MAX_TAGS) } })
    assert.equal(made.status, 201)
    const own = `/api/v2/${path}/${made.body[name].id}`
    assertRefused(await app.api.put(`${own}/tags`, { tags: ['one_more'] }))
    assertRefused(await app.api.post(`${own}/tags`, { tags: packWords(5000, 'other') }))
    assertRefused(await app.api.put(own, { [name]: { tags: packWords(MAX_TAGS + 1) } }))
    if (name === 'ticket') assertRefused(await app.api.put(own, { [name]: { additional_tags: ['one_more'] } }))
    assert.equal((await app.api.put(`${own}/tags`, { tags: ['t1'] })).body.tags.length, MAX_TAGS)
    assert.equal((await app.api.delete(`${own}/tags`, { tags: ['t1'] })).body.tags.length, MAX_TAGS - 1)
    assert.equal((await app.api.put(`${own}/tags`, { tags: ['one_more'] })).body.tags.length, MAX_TAGS)
  })
}

test('the domains of an organization are limited', async () => {
  const { status, body } = await app.api.post('/api/v2/organizations', {
    organization: { name: 'Many domains', domain_names: [makeWords(1001).join(' ')] },
  })
  assert.equal(status, 422)
  assert.equal(body.details.domain_names[0].error, 'TooLong')
})
