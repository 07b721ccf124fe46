import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { defineInput, Hash, Tags, Text, Whole } from '#http/shape.ts'
import { makeWriter } from './shapes.ts'

const write = (schema: TSchema) => makeWriter([schema]).write(schema, 'one')

test('members are written with what may be missing or null, and cannot be changed', () => {
  assert.equal(
    write(Type.Object({ id: whole, name: textOrNull, is_on: Type.Optional(flag), 'page[size]': wholeOrNull })),
    [
      '{',
      '  readonly id: number',
      '  readonly name: string | null',
      '  readonly is_on?: boolean',
      "  readonly 'page[size]': number | null",
      '}',
    ].join('\n'),
  )
  assert.equal(write(defineInput({ a: Text, b: Whole })), '{\n  readonly a?: string | null\n  readonly b?: number | null\n}')
})

test('words, lists, records and unions are written as such', () => {
  assert.equal(write(oneOf(['open', 'closed'])), '"open" | "closed"')
  assert.equal(write(Type.Literal('bearer')), '"bearer"')
  assert.equal(write(texts), 'readonly string[]')
  assert.equal(write(Type.Array(orNull(whole))), 'readonly (null | number)[]')
  assert.equal(write(Tags), 'readonly string[]')
  assert.equal(write(Hash), 'Readonly<Record<string, unknown>>')
  assert.equal(write(Type.Record(text, wholeOrNull)), 'Readonly<Record<string, number | null>>')
  assert.equal(write(Type.Array(Type.Record(text, wholeOrNull))), 'readonly (Readonly<Record<string, number | null>>)[]')
  assert.equal(
    write(Type.Unsafe<string | string[] | null>({ type: ['string', 'array', 'null'], items: { type: 'string' } })),
    'string | readonly string[] | null',
  )
  assert.equal(write(Type.Union([whole, Type.Unknown()])), 'unknown')
  const open = Type.Object({ id: whole }, { additionalProperties: Type.Unknown() })
  assert.equal(write(Type.Array(open)), 'readonly ({\n  readonly id: number\n} & Readonly<Record<string, unknown>>)[]')
})

test('a large shape that is used twice is written once; two of one name are numbered', () => {
  const members = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => [name, textOrNull]))
  const user = Type.Object({ id: whole, ...members })
  const other = Type.Object({ id: text, ...members })
  const whole_answer = Type.Object({ user, users: Type.Array(user), author: orNull(other), people: Type.Object({ user: other }) })
  const writer = makeWriter([whole_answer])
  assert.equal(
    writer.write(whole_answer, 'answer'),
    [
      '{',
      '  readonly user: User',
      '  readonly users: readonly User[]',
      '  readonly author: null | Author',
      '  readonly people: {',
      '    readonly user: Author',
      '  }',
      '}',
    ].join('\n'),
  )
  assert.deepEqual(
    [...writer.declarations().matchAll(/^type (\w+)/gm)].map(([, name]) => name),
    ['Author', 'User'],
  )
})
