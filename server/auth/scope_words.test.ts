import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { DOCUMENTED_SCOPES, scopeInWords } from './scope_words.ts'

test('scopes of every form have a title in words', () => {
  assert.deepEqual(scopeInWords('read'), { scope: 'read', title: 'See everything you can see', is_broad: true, is_in_person: false })
  assert.equal(scopeInWords('tickets:read').title, 'See tickets and their comments')
  assert.equal(scopeInWords('tickets:write').title, 'Create, change and delete tickets and their comments')
  assert.equal(scopeInWords('tickets').title, 'See, create, change and delete tickets and their comments')
})

test('an unknown scope is shown unchanged, even one named like a property of Object.prototype', () => {
  for (const scope of ['weather:read', 'tickets:destroy', 'tickets:read:all', 'constructor', 'toString:read', '<b>'])
    assert.deepEqual(scopeInWords(scope), { scope, title: scope, is_broad: false, is_in_person: false })
})

test('every documented scope, and every scope a route requires, has a title', () => {
  const asked = allRoutes.map((route) => route.scope).filter((scope): scope is string => scope !== null && scope !== '')
  for (const scope of [...DOCUMENTED_SCOPES, ...asked]) assert.notEqual(scopeInWords(scope).title, scope, scope)
})
