import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, paths, safeReturnPath } from './paths.ts'

test('these are all the addresses of the dashboard', () => {
  assert.deepEqual(Object.values(paths), [
    '/',
    '/sign-in',
    '/admin',
    '/admin/apps_and_integrations/api_tokens',
    '/admin/apps_and_integrations/api_tokens/new',
  ])
  assert.equal(endpoints.api_token(35), '/api/v2/api_tokens/35')
})

test('after signing in one goes to the page one wanted', () => {
  assert.equal(
    safeReturnPath('/admin/apps_and_integrations/api_tokens?status=active'),
    '/admin/apps_and_integrations/api_tokens?status=active',
  )
  assert.equal(safeReturnPath(undefined), '/admin')
  assert.equal(safeReturnPath('/sign-in?return_to=/admin'), '/admin')
})

for (const address of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) {
  test(`"${address}" is no page to return to`, () => assert.equal(safeReturnPath(address), '/admin'))
}
