/** How often a rule fired: an hour that is summed up, and a later firing. */
import type { Context } from '#core/context.ts'
import { addSeconds } from '#lib/clock.ts'
import { scheduledRuleFirings } from '#modules/tickets/tickets/rule_usage_store.ts'

/** Lets a trigger fire on two tickets; between them firings are summed up, in the system's context `ctx` of the instance. */
export async function populateUsage(
  send: (path: string, body: unknown) => Promise<any>,
  ctx: Context,
  mark: string,
  tag: string,
): Promise<void> {
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: `${tag}_used` }] }
  await send('triggers', { trigger: { title: `${mark} used ${tag}`, conditions, actions: [{ field: 'priority', value: 'low' }] } })
  const fire = () => send('tickets', { ticket: { subject: `${mark} used`, comment: { body: mark }, tags: [`${tag}_used`] } })
  await fire()
  await scheduledRuleFirings.act({ ...ctx, now: addSeconds(ctx.now, 2 * 3600) })
  await fire()
}
