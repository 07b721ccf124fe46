import type { Context } from '#core/context.ts'
import { answerOk, route, type AnswerOf } from '#http/route.ts'
import { presentTicket } from '#modules/tickets/tickets/present.ts'
import { type Applied, type AppliedComment, applyToNothing, applyToTicket } from './apply.ts'
import { AppliedToNothing, AppliedToTicket } from './apply_schema.ts'
import type { MacroTicket } from './consequences.ts'
import { ApplyQuery } from './schema.ts'

type Changes = AnswerOf<typeof AppliedToNothing>['result']['ticket']
type Shown = NonNullable<Changes['comment']>

const presentComment = ({ scoped_body, ...comment }: AppliedComment): Shown => ({
  ...comment,
  scoped_body: scoped_body.map(([channel, text]) => [channel, text]),
})

/** Action → the members of a ticket that it sets. */
const MEMBERS: Readonly<Record<string, readonly (keyof Changes & keyof MacroTicket)[]>> = {
  subject: ['subject'],
  status: ['status', 'custom_status_id'],
  custom_status_id: ['status', 'custom_status_id'],
  type: ['type'],
  priority: ['priority'],
  group_id: ['group_id'],
  assignee_id: ['assignee_id'],
  brand_id: ['brand_id'],
  ticket_form_id: ['ticket_form_id'],
  set_tags: ['tags'],
  current_tags: ['tags'],
  remove_tags: ['tags'],
  follower: ['follower_ids'],
  cc: ['email_cc_ids'],
}

function changes({ ticket, applied, comment }: Applied<MacroTicket>): Changes {
  const named = new Set(applied.flatMap((action) => MEMBERS[action.field] ?? []))
  // `requester_id` means nobody here
  if (ticket.assignee_id !== null && ticket.assignee_id < 0) named.delete('assignee_id')
  const fields = Object.entries(ticket.custom_fields)
  return {
    ...Object.fromEntries([...named].map((name) => [name, ticket[name]])),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(comment === undefined ? {} : { comment: presentComment(comment) }),
  } as Changes
}

function presentAppliedTicket(ctx: Context, { ticket, comment, setup }: Applied): AnswerOf<typeof AppliedToTicket>['result']['ticket'] {
  const shown = presentTicket(ctx, ticket, setup)
  const fields = Object.fromEntries(shown.fields.map(({ id, value }) => [String(id), value]))
  return { ...shown, fields, ...(comment === undefined ? {} : { comment: presentComment(comment) }) }
}

/** @source docs/reference/business_rules.md §5.4 */
export const applyMacroRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/macros/:id/apply',
    name: 'rules/macros/apply',
    summary: 'Show what a macro changes',
    scope: 'macros',
    query: ApplyQuery,
    answer: AppliedToNothing,
    async handle(ctx, { params, query }) {
      return answerOk({ result: { ticket: changes(await applyToNothing(ctx, params.id, query.normalize_comment === true)) } })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/macros/:id/apply',
    name: 'tickets/macros/apply',
    summary: 'Show a ticket as it would be after a macro',
    scope: 'macros',
    shows: ['tickets'],
    query: ApplyQuery,
    answer: AppliedToTicket,
    async handle(ctx, { params, query }) {
      const applied = await applyToTicket(ctx, params.ticket_id, params.id, query.normalize_comment === true)
      return answerOk({ result: { ticket: presentAppliedTicket(ctx, applied) } })
    },
  }),
]
