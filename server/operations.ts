/** What an operator's tools ask the process: is it alive, is it ready, how is it doing. Not part of the API. */
import type { FastifyInstance } from 'fastify'
import { raw } from './db/builder.ts'
import { sql } from 'kysely'
import { InvalidEndpoint } from './errors.ts'
import { STANDING_HEADERS } from './http/headers.ts'
import { send } from './http/send.ts'
import type { Server } from './http/serve.ts'
import { isLoopback } from './lib/networks.ts'
import { readMetrics } from './metrics.ts'

/** `/healthz` (the process answers), `/readyz` (the database does too), `/metrics` (Prometheus; loopback only unless configured). */
export function registerOperations(app: FastifyInstance, server: Server): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await server.database.first(raw(sql`select 1`))
      return reply.send({ status: 'ok' })
    } catch (error) {
      server.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable', reason: 'the database does not answer' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    const { metrics } = server.services.config
    const open = metrics === 'all' || (metrics === 'loopback' && isLoopback(request.ip))
    if (!open) return send(request, reply, STANDING_HEADERS, new InvalidEndpoint())
    const { type, text } = await readMetrics()
    return reply.type(type).send(text)
  })
}
