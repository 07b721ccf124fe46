/** When a process refuses requests because its event loop is late, and which ones it answers all the same. */
import type underPressure from '@fastify/under-pressure'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The delay of the event loop, on average, from which requests are refused. */
const DELAY_MS = 2000
/** The `Retry-After` of a refused call. */
const RETRY_SECONDS = 5
/** Long, so that one long block does not decide alone. */
const SAMPLE_MS = 5000

type Refuse = (request: FastifyRequest, reply: FastifyReply) => void

/** Refuses requests while the event loop is late. An interval without any sample, as after a long block at the start, proves nothing. */
export function pressureLimits(refuse: Refuse): underPressure.FastifyUnderPressureOptions {
  return {
    maxEventLoopDelay: DELAY_MS,
    sampleInterval: SAMPLE_MS,
    retryAfter: RETRY_SECONDS,
    pressureHandler: (request, reply, _type, delay_ms) => {
      if (delay_ms !== Number.POSITIVE_INFINITY) refuse(request, reply)
    },
  }
}

/** The configuration of a route that is answered also while the event loop is late: probes, which would take the whole process away. */
export const ALSO_WHEN_LATE: { readonly pressureHandler: () => void } = { pressureHandler: () => {} }
