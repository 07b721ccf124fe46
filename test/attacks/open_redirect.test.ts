/**
 * Attack: use a URL of ours to redirect people to another site. Redirect URIs of OAuth are tested in detail in
 * server/modules/access/oauth_authorizations/attacks.test.ts; single sign-on in server/modules/sign_in/identity_providers/sso.test.ts; that
 * the page follows no foreign URL in test/e2e/session.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPath } from '#modules/sign_in/identity_providers/sso.ts'
import { allRoutes } from '#app/routes.ts'
import { accessRequestIdOf, paths, safeReturnPath } from '#web/lib/paths.ts'
import { useApp } from '../app.ts'
import { fillPath } from '../invariants/input_fields.ts'
import { CALLBACK, submitDecision, registerClient } from '../oauth.ts'
import { rawRequest } from '../raw_http.ts'
import { signInUser } from '../session.ts'

const app = await useApp()
const ORIGIN = 'https://desk.example.com'
const EVIL = 'evil.example.net'

/** Spellings of a URL of another host that a careless parser takes for a path of ours. */
const WAYS_OUT = [
  `https://${EVIL}/`,
  `//${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `\\/${EVIL}`,
  `/\t/${EVIL}`,
  `/\n/${EVIL}`,
  `/\r\n/${EVIL}`,
  `\t//${EVIL}`,
  ` //${EVIL}`,
  `/\t\\${EVIL}`,
  `/.//${EVIL}`,
  `/..//${EVIL}`,
  `/a/..//${EVIL}`,
  `/%2e//${EVIL}`,
  `/a/%2e%2e//${EVIL}`,
  `/./\\${EVIL}`,
  `https:${EVIL}`,
  `https:/${EVIL}`,
  `@${EVIL}`,
  `.${EVIL}`,
  EVIL,
  `javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`,
  `/\u0000/${EVIL}`,
  `data:text/html,x`,
  `//${EVIL}%2f..`,
  `//desk.example.com@${EVIL}`,
  '',
]
const WAYS_IN = [
  '/admin',
  '/access_requests/7?x=1#y',
  '/oauth/authorizations/new?state=a%2Fb&redirect_uri=https%3A%2F%2Fapp.example.com',
  '/@name',
  '/a//b',
]

/** The host a browser goes to when redirected to `address` from a page of ours. */
function resolveHost(address: string): string {
  return new URL(address, `${ORIGIN}/sign-in`).host
}

test('after signing in, users are redirected to a page of ours only', () => {
  for (const wanted of WAYS_OUT) {
    const path = safeReturnPath(wanted)
    assert.equal(resolveHost(path), 'desk.example.com', `${JSON.stringify(wanted)} → ${path}`)
    assert.ok(!new URL(path, ORIGIN).pathname.startsWith('//'), `${JSON.stringify(wanted)} → ${path}`)
    assert.match(path, /^\/(?![/\\\s])/, JSON.stringify(wanted))
  }
  for (const wanted of WAYS_IN) assert.equal(safeReturnPath(wanted), wanted)
  for (const wanted of ['/sign-in', '/sign-in?return_to=/sign-in', undefined]) assert.equal(safeReturnPath(wanted), paths.root)
})

test('after single sign-on, users are redirected to a page of ours only', () => {
  for (const wanted of [...WAYS_OUT, undefined, '/'.repeat(3000)]) {
    const path = ownPath(ORIGIN, wanted)
    assert.equal(resolveHost(ORIGIN + path), 'desk.example.com', JSON.stringify(wanted))
    assert.equal(resolveHost(path.replace(/^\/+/, '/')), 'desk.example.com', JSON.stringify(wanted))
    assert.doesNotMatch(path, /[\r\n\t\0]/)
  }
  for (const wanted of WAYS_IN) assert.equal(ownPath(ORIGIN, wanted), wanted)
})

test('only a page of this instance is recognised as the page of an access request', () => {
  assert.equal(accessRequestIdOf(`${ORIGIN}/access_requests/7`, ORIGIN), 7)
  for (const way of WAYS_OUT) assert.equal(accessRequestIdOf(`${way}/access_requests/7`, ORIGIN), undefined, way)
})

test('a client is redirected only to one of its registered URIs, whatever other parameters it sends', async () => {
  const { client_id } = await registerClient(app)
  const person = await signInUser(app, app.admin)
  for (const state of WAYS_OUT.filter(Boolean)) {
    const address = await submitDecision(person, {
      client_id,
      scope: 'read',
      state,
      iss: `https://${EVIL}`,
      redirect_url: `https://${EVIL}`,
    })
    assert.equal(`${address.origin}${address.pathname}`, CALLBACK)
    assert.equal(address.searchParams.get('state'), state.replaceAll('\0', ''))
    assert.deepEqual(address.searchParams.getAll('iss'), [app.base_url])
  }
  for (const redirect_uri of [
    ...WAYS_OUT.filter(Boolean),
    `${CALLBACK}/../x`,
    `${CALLBACK}?x`,
    `${CALLBACK}#x`,
    `${CALLBACK}@${EVIL}`,
    `${CALLBACK}.${EVIL}`,
  ]) {
    const authorization = { response_type: 'code', client_id, redirect_uri, scope: 'read', decision: 'allow' }
    const { status, body } = await person.post('/api/v2/oauth/authorizations', { authorization })
    assert.deepEqual([status, body.error, body.redirect_to], [400, 'invalid_request', undefined], redirect_uri)
  }
})

test('a redirect URI that a browser would execute or read from disk cannot be registered', async () => {
  for (const redirect_uri of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://evil.example.net/',
    '//evil.example.net',
  ])
    assert.equal(
      (
        await app.api.post('/api/v2/oauth/clients', {
          client: { name: 'Bad', identifier: `bad-${redirect_uri.length}`, redirect_uri: [redirect_uri] },
        })
      ).status,
      422,
      redirect_uri,
    )
})

test('no route redirects to a URL from its query, whatever the parameter is called', async () => {
  const names = ['return_to', 'redirect', 'redirect_uri', 'redirect_to', 'url', 'next', 'continue', 'target', 'page', 'after_sign_in']
  const query = names.map((name) => `${name}=${encodeURIComponent(`https://${EVIL}/`)}`).join('&')
  for (const route of allRoutes.filter(({ method }) => method === 'GET')) {
    const answer = await rawRequest(app.base_url, { path: `${fillPath(route, () => '1')}?${query}` })
    const location = answer.headers.location ?? ''
    assert.ok(!location.includes(EVIL), `${route.path} → ${location}`)
    assert.equal(answer.headers.refresh, undefined)
  }
  for (const path of [`//${EVIL}`, `/\\${EVIL}`, `//${EVIL}/..;/`, `/admin//${EVIL}`, `/%5c${EVIL}/`]) {
    const answer = await rawRequest(app.base_url, { path })
    assert.ok(answer.status !== 301 && answer.status !== 302 && answer.headers.location === undefined, path)
  }
})
