import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from './api_document.ts'
import { callOf, exampleOf } from './call.ts'
import { sampleOf } from './samples.ts'

const operation: Operation = {
  id: 'put_api_v2_tickets_id',
  method: 'PUT',
  path: '/api/v2/tickets/{id}',
  summary: 'Update a ticket',
  description: '',
  tag: 'Tickets',
  parameters: [
    { name: 'id', in: 'path', required: true, description: '', schema: { type: 'integer' }, example: 7 },
    { name: 'include', in: 'query', description: '', schema: { type: 'string' }, example: 'users' },
  ],
  body: { type: 'application/json', schema: {}, example: { ticket: { status: 'solved' } } },
  success: { status: '200' },
  refusals: [],
  is_open: false,
}
const curl = (changed: object, of = operation) => sampleOf(callOf(of, { ...exampleOf(of), ...changed }), 'https://acme.example.com', 'curl')

test('the sample is the call that the form sends', () => {
  assert.equal(
    curl({}),
    `curl https://acme.example.com/api/v2/tickets/7 \\
  -X PUT \\
  -u "you@example.com/token:$TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"ticket":{"status":"solved"}}'`,
  )
  const filled = {
    path: { id: ' 8/9 ' },
    query: { include: 'users,groups', page: '' },
    email: 'ann@example.com',
    token: 'secret',
    body: '{"a":',
  }
  assert.equal(
    curl(filled),
    `curl -g 'https://acme.example.com/api/v2/tickets/8%2F9?include=users%2Cgroups' \\
  -X PUT \\
  -u "ann@example.com/token:$TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data-binary '{"a":'`,
  )
  assert.match(curl({ path: {}, body: '' }), /tickets\/ID \\\n {2}-X PUT \\\n {2}-u "[^"]*"$/)
})

test('a file is sent as it is, a form with its boundary', () => {
  const upload = { ...operation, method: 'POST', body: { type: '*/*', schema: { format: 'binary' } } }
  assert.match(curl({}, upload), /'Content-Type: application\/octet-stream' \\\n {2}--data-binary '@FILE'$/)
  assert.match(curl({ file: new File(['x'], 'a.txt', { type: 'text/plain' }) }, upload), /text\/plain' \\\n {2}--data-binary '@a.txt'$/)
  const form = { ...operation, body: { type: 'multipart/form-data', schema: {}, example: '--limit\nx\r\n--limit--' } }
  const { type, body } = callOf(form, exampleOf(form))
  assert.deepEqual([type, body], ['multipart/form-data; boundary=limit', '--limit\r\nx\r\n--limit--'])
})

test('JavaScript and Python send the same', () => {
  const call = callOf(operation, exampleOf(operation))
  assert.match(sampleOf(call, '', 'JavaScript'), /method: 'PUT',[^]*body: JSON.stringify\({\n {4}"ticket": {/)
  assert.match(sampleOf(call, '', 'Python'), /requests.put\([^]*json={\n {8}"ticket": {/)
})
