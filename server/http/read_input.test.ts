import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { InvalidAttribute, MissingParameter } from '#core/errors.ts'
import { readBody, type Reading, readValue, type Shape } from './read_input.ts'
import {
  Anything,
  Flag,
  Hash,
  Id,
  Ids,
  defineInput,
  listOf,
  Moment,
  requireWrapperUnlessEmpty,
  Tags,
  Text,
  Whole,
  Word,
  wrapInKey,
} from './shape.ts'

const makeReading = (): Reading => ({ action: 'things/create', unknown: [] })
const read = (shape: TSchema, value: unknown) => readValue(shape, value, 'thing', makeReading())

const accepted: readonly [name: string, shape: TSchema, sent: unknown, read: unknown][] = [
  ['Text', Text, 'a', 'a'],
  ['Text', Text, '', ''],
  ['Text', Text, null, null],
  ['Text', Text, 5, '5'],
  ['Text', Text, true, 'true'],
  ['Text', Text, 'a\0b\ud800', 'ab\ufffd'],
  ['Word', Word, null, undefined],
  ['Id', Id, 7, 7],
  ['Id', Id, ' 7 ', 7],
  ['Id', Id, '', null],
  ['Id', Id, null, null],
  ['Id', Id, 9_007_199_254_740_991, 9_007_199_254_740_991],
  ['Whole', Whole, '-3', -3],
  ['Flag', Flag, true, true],
  ['Flag', Flag, 'true', true],
  ['Flag', Flag, '0', false],
  ['Flag', Flag, null, undefined],
  ['Ids', Ids, ['1', 2, null], [1, 2]],
  ['Ids', Ids, null, undefined],
  ['Tags', Tags, 'a, b  c', ['a', 'b', 'c']],
  ['Tags', Tags, ['a b'], ['a b']],
  ['Hash', Hash, { a: { b: [1] } }, { a: { b: [1] } }],
  ['Anything', Anything, ['x\0', { 'k\0': null }], ['x', { k: null }]],
  ['Moment', Moment, '2026-11-20T11:36:22Z', '2026-11-20T11:36:22.000Z'],
  ['Moment', Moment, '2026-11-20T11:36:22.5+02:00', '2026-11-20T09:36:22.500Z'],
  ['Moment', Moment, '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['Moment', Moment, '2026-11-20T11:36:22', '2026-11-20T11:36:22.000Z'],
  ['Moment', Moment, '2026-11-20 11:36', '2026-11-20T11:36:00.000Z'],
  ['Moment', Moment, '2026-11-20 11:36:22 UTC', '2026-11-20T11:36:22.000Z'],
  ['Moment', Moment, '2026-11-20 11:36:22 +0200', '2026-11-20T09:36:22.000Z'],
  ['Moment', Moment, 1_700_000_000, '2023-11-14T22:13:20.000Z'],
  ['Moment', Moment, '', null],
  ['Moment', Moment, null, null],
]
for (const [name, shape, sent, expected] of accepted) {
  test(`${name} reads ${JSON.stringify(sent)} as ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(read(shape, sent), expected)
  })
}

const refused: readonly [name: string, shape: TSchema, sent: unknown, must: string][] = [
  ['Text', Text, {}, 'must be a string'],
  ['Text', Text, ['a'], 'must be a string'],
  ['Id', Id, 1.5, 'must be an integer'],
  ['Id', Id, '7a', 'must be an integer'],
  ['Id', Id, true, 'must be an integer'],
  ['Id', Id, 2 ** 53, 'must be an integer'],
  ['Whole', Whole, 2 ** 31, 'is out of range'],
  ['Flag', Flag, 'perhaps', 'must be a boolean'],
  ['Flag', Flag, 2, 'must be a boolean'],
  ['Ids', Ids, '1,2', 'must be an array'],
  ['Ids', Ids, ['x'], 'must be an integer'],
  ['Tags', Tags, 5, 'must be an array'],
  ['Hash', Hash, '{}', 'must be a hash'],
  ['Hash', Hash, [], 'must be a hash'],
  ['Moment', Moment, 'tomorrow', 'must be a date'],
  ['Moment', Moment, '5', 'must be a date'],
  ['Moment', Moment, ['2026-11-20'], 'must be a date'],
  ['Moment', Moment, true, 'must be a date'],
  ['Moment', Moment, '2026-13-45', 'must be a date'],
  ['Moment', Moment, 1e15, 'must be a date'],
]
for (const [name, shape, sent, must] of refused) {
  test(`${name} refuses ${JSON.stringify(sent)}: it ${must}`, () => {
    const message = `You passed an invalid value for the thing attribute. Invalid parameter: thing ${must} from api/v2/things/create`
    assert.throws(() => read(shape, sent), new InvalidAttribute('thing', must, 'things/create'))
    assert.throws(() => read(shape, sent), { status: 400, body: { error: { title: 'Invalid attribute', message } } })
  })
}

const Body = wrapInKey('thing', defineInput({ name: Text, parts: listOf(defineInput({ id: Id })) })) as unknown as Shape

test('members a shape does not name are dropped and recorded with their path', () => {
  const met = makeReading()
  const body = JSON.parse(
    '{"thing":{"id":1,"name":"x","__proto__":{"a":1},"constructor":2,"parts":[{"id":"3","size":4}]},"extra":true}',
  ) as unknown
  const result = readBody(Body, body, met)
  assert.deepEqual(result, { thing: { name: 'x', parts: [{ id: 3 }] } })
  assert.deepEqual(met.unknown, ['thing.id', 'thing.__proto__', 'thing.constructor', 'thing.parts.size', 'extra'])
})

test('the wrapping key must be present and not empty', () => {
  for (const body of [undefined, null, 'x', [], {}, { thing: null }, { thing: {} }, { thingy: { name: 'x' } }])
    assert.throws(() => readBody(Body, body, makeReading()), new MissingParameter('thing'), JSON.stringify(body))
  assert.throws(() => readBody(Body, { thing: 'x' }, makeReading()), { message: /Invalid parameter: thing must be a hash/ })
})

test('an optional wrapping key is required as soon as the body has anything else', () => {
  const shape = defineInput({ thing: defineInput({ name: Text }) }, requireWrapperUnlessEmpty('thing')) as unknown as Shape
  for (const body of ['x', [1], { name: 'x' }, { thingy: {} }, { thing: null, name: 'x' }])
    assert.throws(() => readBody(shape, body, makeReading()), new MissingParameter('thing'), JSON.stringify(body))
  for (const body of [undefined, null, '', [], {}, { thing: null }]) assert.deepEqual(readBody(shape, body, makeReading()), {})
  assert.deepEqual(readBody(shape, { thing: { name: 'x' }, extra: 1 }, makeReading()), { thing: { name: 'x' } })
})

test('absent and empty are distinguished', () => {
  assert.deepEqual(readBody(Body, { thing: { name: null, parts: null } }, makeReading()), { thing: { name: null } })
  assert.deepEqual(readBody(Body, { thing: { parts: [] } }, makeReading()), { thing: { parts: [] } })
})

test('the first matching shape is used, and the last one produces the error', () => {
  const either: Shape = { anyOf: [{ type: 'integer' }, { type: 'object', properties: { id: { type: 'integer' } } }] }
  assert.equal(readValue(either, '5', 'who', makeReading()), 5)
  assert.deepEqual(readValue(either, { id: '5' }, 'who', makeReading()), { id: 5 })
  assert.throws(() => readValue(either, 'x', 'who', makeReading()), { message: /who must be a hash/ })
})

test('a value nested too deeply is refused, and a key __proto__ never becomes a prototype', () => {
  const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown
  assert.throws(() => read(Anything, deep), { message: /thing is nested too deeply/ })
  const kept = read(Anything, JSON.parse('{"a":1,"__proto__":{"b":2}}')) as Record<string, unknown>
  assert.deepEqual(Object.entries(kept), [['a', 1]])
  assert.equal(kept.b, undefined)
})
