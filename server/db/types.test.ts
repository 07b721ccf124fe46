import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { defineStatement } from './builder.ts'
import { isoFromPostgres, toJson, numbersFromPostgres, postgresTypes, textsFromPostgres } from './types.ts'

let scratch: TestDatabase
before(async () => void (scratch = await testDatabase()))
after(() => scratch.close())

const moments: readonly [text: string, iso: string][] = [
  ['2026-11-20 11:36:22+00', '2026-11-20T11:36:22.000Z'],
  ['2026-11-20 11:36:22.1+00', '2026-11-20T11:36:22.100Z'],
  ['2026-11-20 11:36:22.123+00', '2026-11-20T11:36:22.123Z'],
  ['2026-11-20 11:36:22.123456+00', '2026-11-20T11:36:22.123Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
]
for (const [text, iso] of moments) {
  test(`${text} is ${iso}`, () => {
    assert.equal(isoFromPostgres(text), iso)
  })
}

test('lists of numbers are parsed', () => {
  assert.deepEqual(numbersFromPostgres('{}'), [])
  assert.deepEqual(numbersFromPostgres('{1,-2,9007199254740991}'), [1, -2, Number.MAX_SAFE_INTEGER])
})

test('lists of texts are parsed, quoted or not', () => {
  assert.deepEqual(textsFromPostgres('{}'), [])
  assert.deepEqual(textsFromPostgres(String.raw`{a,"b \"c\"","","d,{e}\\"}`), ['a', 'b "c"', '', String.raw`d,{e}\ `.trim()])
})

test('lists of timestamps are parsed like timestamps', () => {
  assert.deepEqual(postgresTypes.moments.parse('{"2026-11-20 11:36:22+00","2026-11-20 11:36:22.5+00"}'), [
    '2026-11-20T11:36:22.000Z',
    '2026-11-20T11:36:22.500Z',
  ])
})

test('values written to PostgreSQL are read back unchanged', async () => {
  const echo = defineStatement<Record<string, unknown>>(
    'select $1::text[] as texts, $2::bigint[] as numbers, $3::timestamptz as moment, $4::jsonb as document, $5::text as "text", $6::bigint as "number", $7::boolean as flag',
  )
  const text = fc.string({ unit: 'grapheme' }).filter((found) => !found.includes('\0'))
  const given = fc.record({
    texts: fc.array(fc.oneof(text, fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', 'a,b', ' x ', '\n'))),
    numbers: fc.array(fc.maxSafeInteger()),
    moment: fc.date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
    document: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text)), { noNullPrototype: true }),
    text,
    number: fc.maxSafeInteger(),
    flag: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ texts, numbers, moment, document, text: word, number, flag }) => {
      const row = await scratch.database.first(echo(texts, numbers, moment, toJson(document), word, number, flag))
      assert.deepEqual({ ...row }, { texts, numbers, moment: moment.toISOString(), document, text: word, number, flag })
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('a timestamp may be written as ISO text, and nulls stay nulls', async () => {
  const row = await scratch.database.first(
    defineStatement('select $1::timestamptz as at, $2::text[] as none, $3::jsonb as document')('2026-11-20T11:36:22.123Z', null, null),
  )
  assert.deepEqual({ ...(row as object) }, { at: '2026-11-20T11:36:22.123Z', none: null, document: null })
})
