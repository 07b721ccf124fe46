import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySkills } from './skills.ts'

test('skills are added once, replaced, and removed', () => {
  assert.deepEqual(applySkills(['a', 'b'], 'add', ['b', 'c', 'c']), ['a', 'b', 'c'])
  assert.deepEqual(applySkills(['a', 'b'], 'set', ['c', 'c']), ['c'])
  assert.deepEqual(applySkills(['a', 'b'], 'set', []), [])
  assert.deepEqual(applySkills(['a', 'b', 'c'], 'remove', ['c', 'a', 'd']), ['b'])
})
