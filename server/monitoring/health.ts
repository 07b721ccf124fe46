/** The port on which a process answers its operator only: liveness, readiness, metrics. For workers it is the only one. */
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { InternalError, InvalidEndpoint } from '#core/errors.ts'
import { COMMON_HEADERS } from '#http/headers.ts'
import { send } from '#http/send.ts'
import type { Server } from '#http/serve.ts'
import { getListeningAddress } from '#lib/listening.ts'
import { registerOperations } from './operations.ts'
import { hostOf, withVariableName } from '#http/port.ts'

/** The limits are short: requests here are a line long. */
const HEAD_MS = 5000
const REQUEST_MS = 10_000

/** The port, if configured: it listens as soon as the process serves, and until only the database is left to stop. */
export interface HealthPort {
  /** @param isServing false while no calls are answered @throws the system's error, with the name of the variable */
  listen(isServing: () => boolean): Promise<AddressInfo | null>
  close(): Promise<void>
}

/** Prepares the port of `DESKHAND_HEALTH_PORT`; does nothing without it. */
export function prepareHealth(server: Server): HealthPort {
  const { health_port: port, host } = server.services.config
  if (port === null) return { listen: async () => null, close: async () => {} }
  const app = makeApp(server)
  return {
    async listen(isServing) {
      registerOperations(app, server, { shows: true, isServing })
      await withVariableName('DESKHAND_HEALTH_PORT', app.listen({ port, host: hostOf(host) }))
      return getListeningAddress(app.server)
    },
    close: () => app.close(),
  }
}

function makeApp(server: Server): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: REQUEST_MS,
    connectionTimeout: REQUEST_MS,
    http: { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: HEAD_MS },
  })
  app.setNotFoundHandler((request, reply) => send(request, reply, COMMON_HEADERS, new InvalidEndpoint()))
  app.setErrorHandler((error, request, reply) => {
    server.log.error({ err: error, request_id: request.id }, 'the operator could not be answered')
    return send(request, reply, COMMON_HEADERS, new InternalError(request.id))
  })
  return app
}
