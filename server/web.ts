/** Serves the built dashboard: hashed assets for long, the page itself with a fresh nonce and a strict policy. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROOT } from './lib/root.ts'

const FOLDER = join(ROOT, 'web/dist')
const API_PAGE = join(ROOT, 'node_modules/@fastify/swagger-ui/static')
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
  '/set_password',
  '/agent',
  '/agent/*',
  '/oauth/authorizations/new',
]

const common =
  "default-src 'none'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:"

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Answers GET and HEAD. */
function serveAt(app: FastifyInstance, url: string, handler: Answer): void {
  app.route({ method: ['GET', 'HEAD'], url, handler })
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

/** Registers the pages, when the web has been built. They alone go through the compressing plugin: answers of the API are compressed in send.ts. */
export async function registerWeb(root: FastifyInstance): Promise<void> {
  await root.register(async (app) => {
    await app.register(compress, { encodings: ['gzip'], threshold: 1024 })
    await registerPages(app)
  })
}

async function registerPages(app: FastifyInstance): Promise<void> {
  await registerApiPage(app)
  if (!existsSync(join(FOLDER, 'index.html'))) return
  const index = await readFile(join(FOLDER, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: join(FOLDER, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
  })
  for (const url of PAGES)
    serveAt(app, url, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      return pageHeaders(reply, `${common}; script-src 'self'; style-src 'self' 'nonce-${nonce}'`)
        .type('text/html; charset=utf-8')
        .send(index.replaceAll('__CSP_NONCE__', nonce))
    })
}

const API_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Deskhand API</title>
<link rel="stylesheet" href="/docs/api/files/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/api/files/swagger-ui-bundle.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`
const API_START = `window.ui = SwaggerUIBundle({ url: '/api/v2/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n`

/** The browsable page of openapi.json. Its widget writes style attributes, so its policy alone allows them. */
async function registerApiPage(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: API_PAGE, prefix: '/docs/api/files/', decorateReply: false, index: false })
  serveAt(app, '/docs/api', (_request, reply) =>
    pageHeaders(reply, `${common}; script-src 'self'; style-src 'self' 'unsafe-inline'`).type('text/html; charset=utf-8').send(API_HTML),
  )
  serveAt(app, '/docs/api/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(API_START))
}
