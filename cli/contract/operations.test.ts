import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { type AnyRoute, answerNoContent, answerOk, route } from '#http/route.ts'
import { Anything, defineInput, Flag, Id, listOf, listQuery, Tags, Text, wrapInKey } from '#http/shape.ts'
import { allRoutes } from '#app/routes.ts'
import { operationsText } from './operations.ts'

const about = { name: 'things/act', summary: 'Act on things', scope: null } as const

/** What is written of one operation, without the indentation. */
function writeOne(one: AnyRoute): string {
  const [, found = ''] = /^ {4}(readonly [^]*?)\n {2}\}$/m.exec(operationsText([one])) ?? []
  return found.replaceAll(/\s+/g, ' ')
}

test('parameters of the path are numbers, but those that are texts', () => {
  const one = route({
    ...about,
    method: 'DELETE',
    path: '/api/v2/things/:thing_id/parts/:key',
    text_params: ['key'],
    handle: async () => answerNoContent(),
  })
  assert.equal(writeOne(one), 'readonly params: { readonly thing_id: number readonly key: string } readonly answer: undefined')
})

test('what is sent in a query is never null, and a list takes paging and is answered with it', () => {
  const query = { word: Text, id: Id, is_on: Flag, tags: Tags, texts: listOf(Text), any: Anything }
  const members =
    'readonly word?: string readonly id?: number readonly is_on?: boolean readonly tags?: string | readonly string[] readonly texts?: readonly string[] readonly any?: string | number | readonly string[]'
  const plain = route({
    ...about,
    method: 'GET',
    path: '/api/v2/things',
    query: defineInput(query),
    answer: Type.Object({ count: whole }),
    handle: async () => answerOk({ count: 1 }),
  })
  assert.equal(writeOne(plain), `readonly query?: { ${members} } readonly answer: { readonly count: number }`)
  const list = route({
    ...about,
    method: 'GET',
    path: '/api/v2/things',
    query: listQuery(query),
    answer: Type.Object({ things: Type.Array(text) }),
    handle: async () => answerOk({ things: [] }),
  })
  assert.equal(
    writeOne(list),
    `readonly query?: ListQuery & { ${members} } readonly answer: { readonly things: readonly string[] } & ListPage`,
  )
})

test('a body may also be a form with a file; an answer that is also a text is the object', () => {
  const one = route({
    ...about,
    method: 'PUT',
    path: '/api/v2/things',
    files: 'form',
    file_field: 'file',
    body: wrapInKey('thing', defineInput({ name: Text })),
    answer: Type.Union([Type.String(), Type.Object({ thing: text })]),
    handle: async () => answerOk({ thing: 'x' }),
  })
  assert.equal(
    writeOne(one),
    'readonly body: { readonly thing: { readonly name?: string | null } } | FormData readonly answer: { readonly thing: string }',
  )
})

test('every operation is written once', () => {
  const keys = [...operationsText(allRoutes).matchAll(/^ {2}'([A-Z]+ \S+)': \{$/gm)].map(([, key]) => key)
  assert.deepEqual(keys.toSorted(), allRoutes.map(({ method, path }) => `${method} ${path}`).toSorted())
})
