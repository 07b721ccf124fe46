import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

test('the initials of a name are those of its first and its last word', () => {
  assert.equal(initialsOf('Paula Voss'), 'PV')
  assert.equal(initialsOf('anna maria  de la Cruz'), 'AC')
  assert.equal(initialsOf('Élodie'), 'É')
})

test('what does not begin with a letter has no initial', () => {
  assert.equal(initialsOf('User 12'), 'U')
  assert.equal(initialsOf('(12)'), '')
  assert.equal(initialsOf(''), '')
})
