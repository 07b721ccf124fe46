import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentRenames, renameTags, renameValue, rewriteOfField, rewriteOfOptions } from './rewrite.ts'

const option = (id: number, value: string) => ({ id, name: value, value, default: false })
const field = (...options: ReturnType<typeof option>[]) => ({ id: 7, type: 'multiselect', tag: null, options })
const a = option(1, 'a')
const b = option(2, 'b')
const c = option(3, 'c')

test('one save causes one rewrite for all removed or renamed options, or none when there are none', () => {
  const after = field(option(2, 'beta'), c, option(4, 'd'))
  assert.deepEqual(rewriteOfOptions(field(a, b, c), after), {
    field_id: 7,
    past: [
      { id: 1, value: 'a' },
      { id: 2, value: 'b' },
    ],
    tags: [],
  })
  assert.equal(rewriteOfOptions(field(a, b), field(b, a, c)), undefined)
})

test('removing a field removes the tags of its options, or the tag of its checkbox', () => {
  assert.deepEqual(rewriteOfField(field(a, b)), { field_id: 7, past: null, tags: ['a', 'b'] })
  assert.deepEqual(rewriteOfField({ ...field(), type: 'checkbox', tag: 'vip' }).tags, ['vip'])
  assert.deepEqual(rewriteOfField({ ...field(), type: 'text' }).tags, [])
})

test("the options' state at the time of the job decides: renamed twice, added again, finally removed", () => {
  const listRenames = (...options: ReturnType<typeof option>[]) => [...currentRenames([a, b], options)]
  assert.deepEqual(listRenames(option(1, 'alpha'), option(2, 'beta')), [
    ['a', 'alpha'],
    ['b', 'beta'],
  ])
  assert.deepEqual(listRenames(option(1, 'aleph'), option(9, 'b')), [['a', 'aleph']])
  assert.deepEqual(listRenames(c), [
    ['a', null],
    ['b', null],
  ])
})

test('values and tags are renamed or removed; values keep their order, tags are sorted', () => {
  const renamed = new Map([
    ['a', null],
    ['b', 'beta'],
  ])
  const renaming = { values: renamed, tags: renamed }
  assert.deepEqual(
    ['a', 'b', 'c', ['c', 'b', 'a', 'beta'], ['a']].map((value) => renameValue(value, renaming)),
    [null, 'beta', 'c', ['c', 'beta'], null],
  )
  assert.equal(renameValue('anything', { values: null, tags: renamed }), null)
  assert.deepEqual(renameTags(['z', 'b', 'a'], renaming), ['beta', 'z'])
  assert.deepEqual(renameTags(['z', 'y'], renaming), ['z', 'y'])
})
