import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, findEntries, type SearchEntry, splitAtWords, wordsOf } from './find.ts'

const entry = (title: string, path: string, description = '', text = ''): SearchEntry => ({
  kind: 'operation',
  address: `${title} ${path}`,
  title,
  path,
  description,
  text,
})

const ENTRIES = [
  entry(
    'Update a ticket',
    'PUT /api/v2/tickets/{id}',
    'Only what is sent is changed. To solve or close a ticket, set its status to closed.',
  ),
  entry('Merge tickets into a ticket', 'POST /api/v2/tickets/{id}/merge', 'The tickets named in ids are closed.'),
  entry('Show a ticket', 'GET /api/v2/tickets/{id}'),
  entry('List tickets', 'GET /api/v2/tickets', '', 'per_page: Records on a page. page[size]: 1 to 100.'),
  entry("List a ticket's comments", 'GET /api/v2/tickets/{ticket_id}/comments'),
  entry('Redact a comment', 'PUT /api/v2/tickets/{ticket_id}/comments/{id}/redact'),
  entry('Delete a user', 'DELETE /api/v2/users/{id}'),
  entry('Delete a user field', 'DELETE /api/v2/user_fields/{id}'),
  entry('Rate limits', '', 'The plan decides how many calls a minute an account may make.'),
  entry('Create a view', 'POST /api/v2/views', '', 'Rate limit: 10 calls in a minute.'),
  entry('Categories', 'Business rules', 'Groups of triggers.'),
]
const find = (query: string) => findEntries(ENTRIES, wordsOf(query))
const findTitles = (query: string) => find(query).map(({ title }) => title)

test('every word must be there, in any field; a title counts for more than a path, that for more than a description and a text', () => {
  assert.deepEqual(findTitles('close ticket'), ['Update a ticket', 'Merge tickets into a ticket'])
  assert.deepEqual(findTitles('rate limit'), ['Rate limits', 'Create a view'])
  assert.deepEqual(findTitles('DELETE user'), ['Delete a user', 'Delete a user field'])
  assert.deepEqual(findTitles('close user'), [])
  assert.deepEqual(findTitles('page size'), ['List tickets'])
})

test('a word is found by its beginning, in the singular and the plural, but not in the middle of another', () => {
  assert.deepEqual(findTitles('upd tick'), ['Update a ticket'])
  assert.deepEqual(findTitles('updates'), ['Update a ticket'])
  for (const word of ['category', 'categories', 'categor']) assert.deepEqual(findTitles(word), ['Categories'], word)
  for (const [one, many] of [
    ['Policy', 'Policies'],
    ['Address', 'Addresses'],
    ['Status', 'Statuses'],
    ['Key', 'Keys'],
  ] as const) {
    const entries = [entry(one, '/one'), entry(many, '/many'), entry('Reply to a type', '/other')]
    for (const word of [one, many]) assert.equal(findEntries(entries, wordsOf(word)).length, 2, word)
  }
  assert.deepEqual(wordsOf('ties uses replies access'), ['tie', 'use', 'reply', 'access'])
  assert.deepEqual(findTitles('pdate'), [])
})

test('a question is found by the words that matter, a path as it is pasted from a program', () => {
  assert.equal(findTitles('how to close a ticket')[0], 'Update a ticket')
  assert.deepEqual(wordsOf('the'), ['the'])
  assert.equal(findTitles('/api/v2/tickets/{ticket_id}/comments')[0], "List a ticket's comments")
  assert.equal(findTitles('https://acme.example.com/api/v2/tickets/35436/comments.json')[0], "List a ticket's comments")
  assert.equal(findTitles('GET /api/v2/tickets/35436')[0], 'Show a ticket')
  assert.equal(findTitles('/api/v2/tickets?page[size]=100')[0], 'List tickets')
})

test('nothing is found without a word, or by marks of regular expressions', () => {
  for (const query of ['', '  ', '(', '.*', '/', '\\']) assert.deepEqual(findTitles(query), [], query)
})

test('the excerpt is the text around the words that the title and the path do not show', () => {
  const excerpt = (query: string) => find(query).map((each) => excerptOf(each, wordsOf(query)))[0]
  assert.equal(excerpt('close ticket'), 'Only what is sent is changed. To solve or close a ticket, set its status to closed.')
  assert.equal(excerpt('merge'), 'The tickets named in ids are closed.')
  assert.equal(excerpt('page size'), 'per_page: Records on a page. page[size]: 1 to 100.')
  const long = entry('Long', '/', `${'before '.repeat(40)}needle ${'after '.repeat(40)}`)
  assert.match(excerptOf(long, ['needle']), /^… before .*needle after .* …$/)
})

test('the words of a query are marked whole', () => {
  assert.deepEqual(splitAtWords('Close a ticket: tickets unclosed', ['close', 'ticket']), [
    '',
    'Close',
    ' a ',
    'ticket',
    ': ',
    'tickets',
    ' unclosed',
  ])
  assert.deepEqual(splitAtWords('Close', []), ['Close'])
})
