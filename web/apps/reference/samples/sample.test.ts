import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../api_document.ts'
import { callOf, exampleOf } from '../call.ts'
import { type Language, sampleOf } from './sample.ts'

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
  --data-raw '{"a":'`,
  )
  assert.match(curl({ path: {}, body: '' }), /tickets\/ID \\\n {2}-X PUT \\\n {2}-u "[^"]*"$/)
})

test('a file is sent as it is, a form with a file and texts', () => {
  const upload = { ...operation, method: 'POST', body: { type: '*/*', schema: { format: 'binary' } } }
  const file = new File(['x'], 'a.txt', { type: 'text/plain' })
  assert.match(curl({}, upload), /'Content-Type: application\/octet-stream' \\\n {2}--data-binary '@FILE'$/)
  assert.match(curl({ file }, upload), /text\/plain' \\\n {2}--data-binary '@a.txt'$/)
  const properties = { filename: { type: 'string' }, attachment: { type: 'string', format: 'binary' } }
  const form = { ...upload, body: { type: 'multipart/form-data', schema: { properties } } }
  assert.match(curl({}, form), /TOKEN" \\\n {2}-F 'attachment=@"FILE"'$/)
  const filled = { ...exampleOf(form), file, texts: { filename: '@b.txt' } }
  const write = (language: Language) => sampleOf(callOf(form, filled), '', language)
  assert.match(write('curl'), /\n {2}--form-string 'filename=@b.txt' \\\n {2}-F 'attachment=@"a.txt"'$/)
  assert.match(write('JavaScript'), /form.append\("attachment", await openAsBlob\("a.txt"\), "a.txt"\)[^]*body: form,/)
  assert.doesNotMatch(write('JavaScript'), /Content-Type/)
  assert.match(write('Python'), / data={\n {8}"filename": "@b.txt",\n {4}},\n {4}files={"attachment": open\("a.txt", "rb"\)},\n/)
})

test('JavaScript and Python send the same', () => {
  const call = callOf(operation, exampleOf(operation))
  assert.match(sampleOf(call, '', 'JavaScript'), /method: 'PUT',[^]*body: JSON.stringify\({\n {4}"ticket": {/)
  assert.match(sampleOf(call, '', 'Python'), /requests.put\([^]*json={\n {8}"ticket": {/)
})

test('marks of each language stay text; JSON is JSON whatever its value', () => {
  const body = { type: 'application/merge-patch+json', schema: {}, example: '"it\'s"' }
  const hostile = { ...operation, path: "/it's", body }
  const filled = { ...exampleOf(hostile), email: `o'hara"$(id)\``, body: body.example }
  const write = (language: Language) => sampleOf(callOf(hostile, filled), '', language)
  assert.equal(
    write('curl'),
    `curl -g '/it'\\''s' \\
  -X PUT \\
  -u 'o'\\''hara"$(id)\`/token:'"$TOKEN" \\
  -H 'Content-Type: application/merge-patch+json' \\
  -d '"it'\\''s"'`,
  )
  const inScript = write('JavaScript')
  assert.ok(inScript.includes('Buffer.from("o\'hara\\"$(id)`/token:" + process.env.TOKEN)'), inScript)
  assert.ok(inScript.includes('JSON.stringify("it\'s")'), inScript)
  const inPython = write('Python')
  assert.ok(inPython.includes('auth=("o\'hara\\"$(id)`/token", os.environ["TOKEN"]),'), inPython)
  assert.ok(inPython.includes('json="it\'s",\n    headers={"Content-Type": "application/merge-patch+json"},'), inPython)
})
