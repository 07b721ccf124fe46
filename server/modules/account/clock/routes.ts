// ADVANCING THE CLOCK of an instance: everything that falls due until then is done, in the order of its time.
// Not here: what is done (jobs/clock/), setting the clock without that (account_settings/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { answerOk, route } from '#http/route.ts'
import { readAdvance, requireMovable } from './check.ts'
import { AdvanceBody, ClockAdvance } from './schema.ts'

/**
 * Advances the clock of the instance, as far as the time of one request allows. `target` says where to, from where the clock stands when it
 * is taken.
 * @throws Conflict while it is being advanced or was set meanwhile
 */
export type Advance = (ctx: Context, target: (from: Date) => Date) => Promise<ClockAdvance>

/** The route on the clock; the advance is passed in, because it runs the scheduled work of every module. @source docs/testing.md#the-clock */
export const clockRoutes = (advance: Advance) => [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/clock/advance',
    name: 'deskhand/clock/advance',
    summary: 'Advance the clock of a sandbox and do what falls due',
    scope: '',
    body: AdvanceBody,
    answer: Type.Object({ clock_advance: ClockAdvance }),
    async handle(ctx, { body }) {
      requirePermission(ctx, 'settings.manage')
      requireMovable(ctx)
      return answerOk({ clock_advance: await advance(ctx, readAdvance(body.clock)) })
    },
  }),
]
