import { MissingParameter } from '#core/errors.ts'
import type { Bucket } from '#http/limits.ts'
import { route } from '#http/route.ts'
import { OneReplay, ReplayBody } from '../schema.ts'
import { replayInvocations } from './replay.ts'

const REPLAYS: Bucket = { name: 'webhooks-replay', limit: 60, window_seconds: 60 }

/** Repeating calls, which the public API does not have. */
export const webhookReplayRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/webhooks/:id/replays',
    name: 'webhooks/replay',
    summary: 'Repeat calls of a webhook',
    scope: 'webhooks',
    text_params: ['id'],
    buckets: [REPLAYS],
    body: ReplayBody,
    answer: OneReplay,
    async handle(ctx, { params, body }) {
      if (body.replay === undefined) throw new MissingParameter('replay')
      const { invocations, has_more } = await replayInvocations(ctx, params.id, body.replay)
      return { status: 201, body: { replay: { count: invocations.length, has_more, invocations: [...invocations] } } }
    },
  }),
]
