import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError, detailOf, errorFrom } from './errors.ts'

const makeError = (status: number, body: unknown) => errorFrom(new Response(JSON.stringify(body), { status }))

test('a refused record returns the message of each member without its name', async () => {
  const error = await makeError(422, {
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
  const error = await makeError(422, { error: 'RecordInvalid', description: 'Record validation errors', details: { base } })
  assert.equal(describeError(error), 'An account can have 256 API tokens at most: delete one that is not used any more')
})

test('a sentence from the API is shown, a code is not', async () => {
  assert.equal(
    describeError(await makeError(403, { error: { title: 'Forbidden', message: 'You do not have access to this page.' } })),
    'You do not have access to this page.',
  )
  assert.equal(describeError(await makeError(404, { error: 'RecordNotFound', description: 'Not found' })), 'Not found')
  assert.equal(describeError(await makeError(401, { error: "Couldn't authenticate you" })), "Couldn't authenticate you")
  assert.equal(describeError(await makeError(500, { error: 'InternalError' })), 'The server had a problem (500).')
})

test('a list of errors returns the message of each member, and those of the record as a whole', async () => {
  const makeInvalidValue = (pointer: string, title: string) => ({
    code: 'InvalidValue',
    title,
    detail: title,
    status: '400',
    source: { pointer },
  })
  const errors = [
    makeInvalidValue('endpoint', 'Endpoint: must be an HTTP or HTTPS address'),
    makeInvalidValue('name', 'Name: cannot be blank'),
  ]
  const error = await makeError(400, { errors })
  assert.deepEqual([detailOf(error, 'endpoint'), detailOf(error, 'name')], ['Must be an HTTP or HTTPS address', 'Cannot be blank'])
  assert.equal(describeError(error), 'Endpoint: must be an HTTP or HTTPS address. Name: cannot be blank')
  const used = await makeError(400, { errors: [makeInvalidValue('base', 'The webhook is used by active rules: "Page somebody"')] })
  assert.equal(describeError(used), 'The webhook is used by active rules: "Page somebody"')
  const failed = { code: 'WebhookTestFailed', title: 'The connection was refused', detail: 'The connection was refused', status: '400' }
  assert.equal(describeError(await makeError(400, { errors: [failed] })), 'The connection was refused')
})

test('a response that is not JSON is described by its status', async () => {
  assert.equal(describeError(await errorFrom(new Response('<h1>Bad gateway</h1>', { status: 502 }))), 'The server had a problem (502).')
})

test('too many attempts say when to try again', async () => {
  const response = new Response('Number of allowed API requests per minute exceeded', { status: 429, headers: { 'Retry-After': '30' } })
  assert.equal(describeError(await errorFrom(response)), 'Too many attempts. Try again in 30 seconds.')
})
