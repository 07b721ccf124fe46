import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError, detailOf, errorFrom } from './errors.ts'

const json = (status: number, body: unknown) => errorFrom(new Response(JSON.stringify(body), { status }))

test('a refused record returns the message of each member without its name', async () => {
  const error = await json(422, {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { description: [{ description: 'Description: must be the URL of the access request', error: 'InvalidFormat' }] },
  })
  assert.equal(error.status, 422)
  assert.equal(detailOf(error, 'description'), 'Must be the URL of the access request')
  assert.equal(detailOf(error, 'reason'), undefined)
})

test('an error of a record as a whole becomes the message', async () => {
  const base = [{ description: 'An account can have 256 API tokens at most: delete one that is not used any more', error: 'TooManyValues' }]
  const error = await json(422, { error: 'RecordInvalid', description: 'Record validation errors', details: { base } })
  assert.equal(describeError(error), 'An account can have 256 API tokens at most: delete one that is not used any more')
})

test('a sentence from the API is shown, a code is not', async () => {
  assert.equal(
    describeError(await json(403, { error: { title: 'Forbidden', message: 'You do not have access to this page.' } })),
    'You do not have access to this page.',
  )
  assert.equal(describeError(await json(404, { error: 'RecordNotFound', description: 'Not found' })), 'Not found')
  assert.equal(describeError(await json(401, { error: "Couldn't authenticate you" })), "Couldn't authenticate you")
  assert.equal(describeError(await json(500, { error: 'InternalError' })), 'The server had a problem (500).')
})

test('a response that is not JSON is described by its status', async () => {
  assert.equal(describeError(await errorFrom(new Response('<h1>Bad gateway</h1>', { status: 502 }))), 'The server had a problem (502).')
})

test('too many attempts say when to try again', async () => {
  const response = new Response('Number of allowed API requests per minute exceeded', { status: 429, headers: { 'Retry-After': '30' } })
  assert.equal(describeError(await errorFrom(response)), 'Too many attempts. Try again in 30 seconds.')
})
