import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { toLoggedPath } from './access_log.ts'

const SECRET = 'aZ3kQ9xW7bN2mL5pT8vR'

test('a path is logged with its ids and names, and without its query', () => {
  for (const [url, route, shown] of [
    ['/api/v2/tickets/12.json?query=a', '/api/v2/tickets/:id', '/api/v2/tickets/12.json'],
    ['/api/v2/job_statuses/V3-0af7651916cd43dd8448eb21', '/api/v2/job_statuses/:id', '/api/v2/job_statuses/V3-0af7651916cd43dd8448eb21'],
    ['/admin/apps_and_integrations/api_tokens/7', '/admin/*', '/admin/apps_and_integrations/api_tokens/7'],
    ['/', '/', '/'],
    ['/api/v2/tickets/', '/api/v2/tickets', '/api/v2/tickets/'],
  ] as const)
    assert.equal(toLoggedPath(url, route), shown)
})

test('no route logs a token in its path, and none has a parameter of another name that grants access', () => {
  const hidden = new Set<string>()
  for (const { path } of allRoutes) {
    const shown = toLoggedPath(path.replaceAll(/:(\w+)/g, SECRET), path)
    if (path.includes(':') && !shown.includes(SECRET)) hidden.add(path)
    assert.doesNotMatch(path, /:\w*(?:secret|code|password|state|credential)\w*/)
  }
  assert.deepEqual([...hidden].sort(), ['/api/v2/uploads/:token', '/attachments/token/:token'])
})

test('where no route defines a part, only words and numbers are logged', () => {
  for (const [url, shown] of [
    [`/attachments/token/${SECRET}/again`, '/attachments/token/***/again'],
    ['/api/v2/no_such/12/part.html', '/api/v2/no_such/12/part.html'],
    ['/users/jane@example.com', '/users/***'],
    ['/tickets%3Faccess_token=abc', '/***'],
    ['/tickets;token=abc', '/tickets'],
    [`http://elsewhere/${SECRET}`, '***//elsewhere/***'],
  ] as const)
    for (const route of [null, '/*']) assert.equal(toLoggedPath(url, route), shown)
  assert.equal(toLoggedPath('/api/v2/users/jane%40example.com', '/api/v2/users/:id'), '/api/v2/users/***')
  assert.equal(toLoggedPath(`/secrets/${SECRET}`, '/secrets/*'), '/secrets/***')
  assert.ok(toLoggedPath(`/${'a/'.repeat(5000)}`, null).length <= 500)
})
