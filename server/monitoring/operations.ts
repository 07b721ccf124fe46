// WHAT OPERATORS SEE OF A PROCESS: the endpoints for their tools (liveness, readiness, metrics); beside it the log.
// Not here: counting (core/metrics.ts), and what is wrong with an installation (doctor/).
import type { FastifyInstance, FastifyRequest, RouteHandler } from 'fastify'
import { InvalidEndpoint } from '#core/errors.ts'
import { clientAddress } from '#http/client_address.ts'
import { COMMON_HEADERS } from '#http/headers.ts'
import { ALSO_WHEN_LATE } from '#http/pressure.ts'
import { send } from '#http/send.ts'
import type { Server } from '#http/serve.ts'
import { isLoopback } from '#lib/networks.ts'
import { readMetrics } from '#core/metrics.ts'
import { makeReadiness } from './readiness.ts'

/** Options of the port they are served on. */
export interface OperatorAddress {
  /** False where another port shows metrics and details. */
  readonly shows: boolean
  /** False while no calls are answered. */
  readonly isServing?: () => boolean
}

/**
 * `/healthz` (the process answers), `/readyz` (it can serve), `/metrics` (Prometheus). The metrics, and what is missing for the process to
 * be ready, are shown to addresses that `DESKHAND_METRICS` allows: by default only this machine.
 */
export function registerOperations(app: FastifyInstance, server: Server, { shows, isServing }: OperatorAddress): void {
  const serveAt = (url: string, handler: RouteHandler) => app.route({ method: ['GET', 'HEAD'], url, handler, config: ALSO_WHEN_LATE })
  serveAt('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  const { metrics, trusted_proxies } = server.services.config
  const isOpen = (request: FastifyRequest) =>
    shows && (metrics === 'all' || (metrics === 'loopback' && isLoopback(clientAddress(request.raw, trusted_proxies).proven_address)))
  const ask = makeReadiness(server, isServing)
  serveAt('/readyz', async (request, reply) => {
    const { is_ready, reason, checks } = await ask()
    const status = is_ready ? 'ok' : 'unavailable'
    const details = isOpen(request) ? { ...(reason === null ? {} : { reason }), checks } : {}
    return reply.code(is_ready ? 200 : 503).send({ status, ...details })
  })
  serveAt('/metrics', async (request, reply) => {
    if (!isOpen(request)) return send(request, reply, COMMON_HEADERS, new InvalidEndpoint())
    const { type, text } = await readMetrics()
    return reply.type(type).send(text)
  })
}
