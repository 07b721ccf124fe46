/** Serves the built dashboard and the API reference: hashed assets with a long cache time, the pages themselves with a strict policy. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { allOf } from '#lib/all_of.ts'
import { ROOT } from '#lib/root.ts'

const FOLDER = join(ROOT, 'web/dist')
/** The dashboard. */
const PAGES = [
  '/',
  '/sign-in',
  '/admin',
  '/admin/*',
  '/home',
  '/account',
  '/account/*',
  '/access_requests',
  '/access_requests/*',
  '/integrations/*',
  '/secrets',
  '/secrets/*',
  '/verify_address',
  '/forgotten_password',
  '/set_password',
  '/oauth/authorizations/new',
]

/** The workspace of agents. */
const AGENT_PAGES = ['/agent', '/agent/*']

/** The API reference; the page reads from its address which operation to show. */
const REFERENCE_PAGES = ['/docs/api', '/docs/api/guides/:name', '/docs/api/topics/:name', '/docs/api/operations/:id']

const common =
  "default-src 'none'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:"

/** The content security policy of the dashboard, and of the page of the kit in tests. */
export function pagePolicy(nonce: string): string {
  return `${common}; script-src 'self'; style-src 'self' 'nonce-${nonce}'`
}

function pageHeaders(reply: FastifyReply, policy: string): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  })
}

/** Registers the pages, if the web is built. Only they go through the compression plugin: answers of the API are compressed in send.ts. */
export async function registerWeb(root: FastifyInstance): Promise<void> {
  await root.register(async (app) => {
    await app.register(compress, { encodings: ['gzip'], threshold: 1024 })
    await registerPages(app)
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return pageHeaders(reply, pagePolicy(nonce)).type('text/html; charset=utf-8').send(page.replaceAll('__CSP_NONCE__', nonce))
}

async function registerPages(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(FOLDER, 'index.html'))) return
  const [index, agent, reference] = await allOf(
    () => readFile(join(FOLDER, 'index.html'), 'utf8'),
    () => readFile(join(FOLDER, 'agent.html'), 'utf8'),
    () => readFile(join(FOLDER, 'reference.html'), 'utf8'),
  )
  await app.register(fastifyStatic, {
    root: join(FOLDER, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
  })
  for (const url of PAGES) app.get(url, (_request, reply) => sendPage(reply, index))
  for (const url of AGENT_PAGES) app.get(url, (_request, reply) => sendPage(reply, agent))
  for (const url of REFERENCE_PAGES)
    app.get(url, (_request, reply) =>
      pageHeaders(reply, `${common}; script-src 'self'; style-src 'self'`).type('text/html; charset=utf-8').send(reference),
    )
}
