import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../../test/app.ts'
import { allRoutes } from '../../routes.ts'

const app = await useApp()

test('every route is described, to everybody, with its parameters and its body', async () => {
  const { status, body } = await app.as({}).get('/api/v2/openapi.json')
  assert.equal(status, 200)
  assert.equal(body.openapi, '3.1.0')
  assert.deepEqual(body.servers, [{ url: app.base_url }])
  for (const route of allRoutes.filter((one) => one.name !== 'openapi/show')) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    assert.ok(operation !== undefined, `${route.method} ${route.path}`)
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
    assert.equal(inPath.length, [...route.path.matchAll(/:/g)].length)
    assert.equal(operation.requestBody !== undefined, route.body !== undefined)
  }
  const ids = Object.values(body.paths).flatMap((path) => Object.values(path as object).map((operation) => operation.operationId))
  assert.equal(new Set(ids).size, ids.length)
})

test('the page that shows it loads nothing from elsewhere', async () => {
  const page = await fetch(`${app.base_url}/docs/api`)
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'.*script-src 'self'/)
  assert.doesNotMatch(await page.text(), /https?:/)
})
