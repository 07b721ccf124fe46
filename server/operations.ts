/** What an operator's tools ask the process: is it alive, is it ready, how is it doing. Not part of the API. */
import type { FastifyInstance, RouteHandler } from 'fastify'
import { InvalidEndpoint } from './errors.ts'
import { COMMON_HEADERS } from './http/headers.ts'
import { send } from './http/send.ts'
import type { Server } from './http/serve.ts'
import { isLoopback } from './lib/networks.ts'
import { readMetrics } from './metrics.ts'
import { makeReadiness } from './readiness.ts'

/** Where it is asked. */
export interface OperatorAddress {
  /** False where figures and details are shown elsewhere. */
  readonly shows: boolean
  /** False while calls are answered nowhere. */
  readonly isServing?: () => boolean
}

/**
 * `/healthz` (the process answers), `/readyz` (it can serve), `/metrics` (Prometheus). The figures, and what is missing for the process to
 * be ready, are for those whom `DESKHAND_METRICS` lets in: by default this machine.
 */
export function registerOperations(app: FastifyInstance, server: Server, { shows, isServing }: OperatorAddress): void {
  const serveAt = (url: string, handler: RouteHandler) => app.route({ method: ['GET', 'HEAD'], url, handler })
  serveAt('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  const { metrics } = server.services.config
  const isOpen = (address: string) => shows && (metrics === 'all' || (metrics === 'loopback' && isLoopback(address)))
  const ask = makeReadiness(server, isServing)
  serveAt('/readyz', async (request, reply) => {
    const { is_ready, reason, checks } = await ask()
    const status = is_ready ? 'ok' : 'unavailable'
    const details = isOpen(request.ip) ? { ...(reason === null ? {} : { reason }), checks } : {}
    return reply.code(is_ready ? 200 : 503).send({ status, ...details })
  })
  serveAt('/metrics', async (request, reply) => {
    if (!isOpen(request.ip)) return send(request, reply, COMMON_HEADERS, new InvalidEndpoint())
    const { type, text } = await readMetrics()
    return reply.type(type).send(text)
  })
}
