import Type from 'typebox'
import { asErrorsList } from '#core/error_formats.ts'
import { oneOf, text } from '#http/answer_shape.ts'
import { answerOk, route } from '#http/route.ts'
import { presentCategory } from '../trigger_categories/present.ts'
import { TriggerCategory } from '../trigger_categories/schema.ts'
import { runBatch } from './batch.ts'
import { presentTriggers } from './present.ts'
import { BatchBody, Trigger } from './schema.ts'

const BatchAnswer = Type.Object({
  status: oneOf(['complete', 'failed']),
  results: Type.Object({ trigger_categories: Type.Array(TriggerCategory), triggers: Type.Array(Trigger) }),
  errors: Type.Array(Type.Object({ code: text, title: text, trigger_id: Type.Optional(text) })),
})

/** @source docs/reference/business_rules.md §2.5 */
export const triggerBatchRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/trigger_categories/jobs',
    name: 'trigger_categories/jobs',
    summary: 'Move trigger categories and triggers together',
    scope: 'triggers',
    refusal: asErrorsList,
    body: BatchBody,
    answer: BatchAnswer,
    async handle(ctx, { body }) {
      const { categories, triggers, errors } = await runBatch(ctx, body.job.action, body.job.items ?? {})
      const results = {
        trigger_categories: categories.map((row) => presentCategory(ctx, row)),
        triggers: await presentTriggers(ctx, triggers),
      }
      if (errors.length > 0) return { status: 400, body: { status: 'failed' as const, results, errors } }
      return answerOk({ status: 'complete', results, errors: [] })
    },
  }),
]
