import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pressureLimits } from './pressure.ts'

test('an interval in which nothing was measured is no reason to refuse a call', () => {
  let refused = 0
  const { pressureHandler } = pressureLimits(() => (refused += 1))
  const call = (delay: number) => pressureHandler?.({} as FastifyRequest, {} as FastifyReply, 'eventLoopDelay', delay)
  call(Number.POSITIVE_INFINITY)
  assert.equal(refused, 0)
  call(2500)
  assert.equal(refused, 1)
})
