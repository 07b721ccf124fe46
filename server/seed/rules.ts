/**
 * THE RULES OF THE INVENTED COMPANY: its hours, SLA policies, a webhook, triggers, an automation, macros and a view, made by the product's own
 * acts. The webhook is inactive, since nobody listens at its address.
 */
import type { Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { changeWorkweek, createSchedule } from '#modules/account/business_hours/change.ts'
import { createAutomation } from '#modules/business_rules/automations/change.ts'
import { createMacro } from '#modules/business_rules/macros/change.ts'
import { slaPolicies } from '#modules/business_rules/sla_policies/change.ts'
import { createTrigger } from '#modules/business_rules/triggers/change.ts'
import { createView } from '#modules/business_rules/views/change.ts'
import { createWebhook } from '#modules/business_rules/webhooks/change.ts'

/** Ids by the names the story uses. */
interface Names {
  readonly teams: ReadonlyMap<string, number>
  readonly statuses: ReadonlyMap<string, number>
}

const HOUR = 60
const DAY = 24 * 60
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]
const OPENS = 8 * HOUR
const CLOSES = 18 * HOUR
/** Minutes until the first reply and until the solution, by priority. */
const TARGETS = {
  urgent: [HOUR, 8 * HOUR],
  high: [2 * HOUR, 20 * HOUR],
  normal: [6 * HOUR, 40 * HOUR],
  low: [10 * HOUR, 80 * HOUR],
} as const

const is = (field: string, value: string) => ({ field, operator: 'is', value })
const has = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })

/** Creates the rules. `ctx` acts as the owner. */
export async function makeRules(ctx: Context, names: Names): Promise<void> {
  const hours = await createSchedule(ctx, { name: 'Office hours', time_zone: 'London' })
  await changeWorkweek(
    ctx,
    hours.id,
    MONDAY_TO_FRIDAY.map((day) => ({ start_time: day * DAY + OPENS, end_time: day * DAY + CLOSES })),
  )
  await slaPolicies.create(ctx, policy('Customers with a service contract', [has('premium')], 0.5))
  await slaPolicies.create(ctx, policy('Everybody', [], 1))
  await makeTriggers(ctx, names)
  await createAutomation(ctx, {
    title: 'Mark what waits for the customer for three days',
    conditions: { all: [is('status', 'pending'), is('PENDING', '72')], any: [] },
    actions: [{ field: 'current_tags', value: 'waits_for_customer' }],
  })
  await makeMacros(ctx, names)
  await createView(ctx, {
    title: 'Service contracts, not solved',
    all: [{ field: 'status', operator: 'less_than', value: 'solved' }, has('premium')],
    output: { columns: ['subject', 'requester', 'priority', 'created', 'assignee'], sort_by: 'priority', sort_order: 'desc' },
  })
}

function policy(title: string, all: ReturnType<typeof has>[], share: number) {
  const policy_metrics = Object.entries(TARGETS).flatMap(([priority, [reply, solution]]) => [
    { priority, metric: 'first_reply_time', target: reply * share, business_hours: true },
    { priority, metric: 'requester_wait_time', target: solution * share, business_hours: true },
  ])
  return { title, filter: { all, any: [] }, policy_metrics }
}

async function makeTriggers(ctx: Context, { teams, statuses }: Names): Promise<void> {
  const isNew = is('update_type', 'Create')
  await createTrigger(ctx, {
    title: 'Customers with a service contract come first',
    description: 'Their tickets are urgent to us until an agent has looked at them',
    conditions: { all: [isNew, has('premium')], any: [] },
    actions: [{ field: 'priority', value: 'high' }],
  })
  await createTrigger(ctx, {
    title: 'Give invoices to Accounts',
    conditions: { all: [isNew, { field: 'subject_includes_word', operator: 'includes', value: 'invoice' }], any: [] },
    actions: [
      { field: 'group_id', value: String(ensureDefined(teams.get('Accounts'))) },
      { field: 'current_tags', value: 'invoice' },
    ],
  })
  const webhook = await createWebhook(ctx, {
    name: 'Board of the workshop',
    description: 'Shows which machines are on the bench. Inactive in this demonstration: nobody listens there',
    endpoint: 'https://board.harbourlane.example.com/machines',
    http_method: 'POST',
    request_format: 'json',
    status: 'inactive',
    subscriptions: ['conditional_ticket_events'],
  })
  const workshop = String(ensureDefined(statuses.get('In the workshop')))
  await createTrigger(ctx, {
    title: 'Show on the board of the workshop',
    conditions: { all: [{ field: 'custom_status_id', operator: 'value', value: workshop }], any: [] },
    actions: [{ field: 'notification_webhook', value: [webhook.id, '{"ticket": {{ticket.id}}, "subject": "{{ticket.title}}"}'] }],
  })
}

async function makeMacros(ctx: Context, { teams, statuses }: Names): Promise<void> {
  const photo = String(ensureDefined(statuses.get('Waiting for a photo')))
  const reply = (text: string) => ({ field: 'comment_value', value: text })
  await createMacro(ctx, {
    title: 'Machines::Ask for a photo',
    actions: [reply('Could you send us a picture of the machine from the front?'), { field: 'custom_status_id', value: photo }],
  })
  await createMacro(ctx, {
    title: 'Machines::Ask for the serial number',
    actions: [reply('We need the number on the silver plate below the tray.'), { field: 'status', value: 'pending' }],
  })
  await createMacro(ctx, {
    title: 'Orders::Send it again',
    actions: [reply('We are sorry. A new parcel leaves us today.'), { field: 'current_tags', value: 'sent_again' }],
  })
  await createMacro(ctx, {
    title: 'Give it to Accounts',
    actions: [{ field: 'group_id', value: String(ensureDefined(teams.get('Accounts'))) }],
    restriction: { type: 'Group', id: ensureDefined(teams.get('Front Desk')) },
  })
}
