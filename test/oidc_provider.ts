/** A real OpenID provider on loopback, for tests of single sign-on, and a minimal browser that goes through its pages. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'oidc-provider'

withoutAdvice()
const { default: Provider } = await import('oidc-provider')

/** The provider's accounts by subject, which is also what a user types on its login page. */
export type OidcAccounts = Record<string, { email?: string; email_verified?: boolean }>

/** A running provider. */
export interface OidcProvider {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly accounts: OidcAccounts
  /** Makes it publish keys other than those it signs with. */
  publishOtherKeys(): void
  stop(): Promise<void>
}

/** Silences the provider's advice on the console that its configuration is for tests only. */
function withoutAdvice(): void {
  for (const level of ['warn', 'info'] as const) {
    const say = console[level]
    console[level] = (...words: unknown[]) => {
      if (!String(words[0]).includes('oidc-provider ')) say(...words)
    }
  }
}

function newKey(kid: string): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as unknown as JWK), kid, alg: 'RS256', use: 'sig' } as JWK
}

/** Starts a provider with one confidential client that may return to `redirect_uri`. The caller stops it. */
export async function startOidcProvider(
  redirect_uri: string,
  accounts: OidcAccounts,
  options: { in_body?: boolean; email_in_id_token?: boolean } = {},
): Promise<OidcProvider> {
  const server = createServer()
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'deskhand', client_secret: 'a secret of the client at its provider' }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirect_uri],
        token_endpoint_auth_method: options.in_body === true ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    clientAuthMethods: options.in_body === true ? ['client_secret_post'] : ['client_secret_basic'],
    jwks: { keys: [newKey('signing')] },
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    conformIdTokenClaims: options.email_in_id_token !== true,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => Promise.resolve({ sub, ...accounts[sub] }) }),
    // every user has consented before
    async loadExistingGrant(context) {
      const { oidc } = context
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: oidc.client?.clientId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  let others: JWK | undefined
  provider.use(async (context, next) => {
    await next()
    if (context.oidc?.route === 'jwks' && others !== undefined) {
      const { kty, n, e } = others as JWK & { n: string; e: string }
      context.body = { keys: [{ kty, n, e, kid: 'signing', alg: 'RS256', use: 'sig' }] }
    }
  })
  server.on('request', provider.callback())
  return {
    issuer,
    ...client,
    accounts,
    publishOtherKeys() {
      others = newKey('other')
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

/** A browser's cookies, by host and name. */
export type CookieJar = Map<string, string>

/** Requests one URL and stores its cookies; redirects are returned, not followed. */
export async function visit(jar: CookieJar, url: string, form?: Record<string, string>): Promise<Response> {
  const { host } = new URL(url)
  const own = [...jar].filter(([key]) => key.startsWith(`${host} `)).map(([key, value]) => `${key.slice(host.length + 1)}=${value}`)
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie: own.join('; ') }, ...body })
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] as string).split(/=(.*)/s)
    jar.set(`${host} ${name}`, value)
  }
  return answer
}

/** Signs in as `subject` on the provider's pages, from its authorization URL; returns the URL it redirects back to. */
export async function passProvider(jar: CookieJar, authorization: string, subject: string): Promise<string> {
  const { origin } = new URL(authorization)
  let at = authorization
  for (let step = 0; step < 10; step++) {
    if (new URL(at).origin !== origin) return at
    const answer = await visit(jar, at)
    const location = answer.headers.get('location')
    if (location !== null) {
      at = new URL(location, at).href
      continue
    }
    const page = await answer.text()
    assert.match(page, /name="prompt" value="login"/, `${answer.status} ${page.slice(0, 500)}`)
    const sent = await visit(jar, at, { prompt: 'login', login: subject, password: 'any' })
    at = new URL(sent.headers.get('location') ?? '', at).href
  }
  throw new Error('The provider sends the browser around in a circle')
}
