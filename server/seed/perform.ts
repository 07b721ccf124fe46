/** Carries out the story with the product's own acts, each by its actor and at its moment. */
import { type Actor, type Context, inTransaction, SYSTEM } from '#core/context.ts'
import { changeRequest } from '#modules/tickets/requests/change.ts'
import { createRequest } from '#modules/tickets/requests/create.ts'
import { rateTicket } from '#modules/tickets/satisfaction_ratings/rate.ts'
import { changeTicket } from '#modules/tickets/tickets/change.ts'
import { createTicket } from '#modules/tickets/tickets/create.ts'
import type { TicketInput } from '#modules/tickets/tickets/schema.ts'
import { asAt } from './context.ts'
import type { Company } from './found.ts'
import type { Step, Work } from './story.ts'

/**
 * Carries out the story; returns the number of tickets it created. Each ticket is one transaction: scheduled work of the running server on
 * tickets solved long ago must not come between two acts.
 */
export async function performStory(ctx: Context, company: Company, steps: readonly Step[]): Promise<number> {
  const tickets = Map.groupBy(steps, (step) => step.ticket)
  for (const [first, ...rest] of tickets.values())
    await inTransaction(ctx, async (tx) => {
      if (first?.kind !== 'ask' && first?.kind !== 'call') throw new Error('A ticket of the story does not begin with its creation')
      const id = await beginTicket(asAt(tx, personNamed(company, first.by), first.at), company, first)
      for (const step of rest)
        await continueTicket(asAt(tx, step.kind === 'close' ? SYSTEM : personNamed(company, step.by), step.at), company, step, id)
    })
  return tickets.size
}

async function beginTicket(ctx: Context, company: Company, step: Step & { kind: 'ask' | 'call' }): Promise<number> {
  const { subject, body } = step
  if (step.kind === 'call') {
    const requester_id = personNamed(company, step.requester).id
    return (await createTicket(ctx, { subject, requester_id, comment: { body }, status: 'open' })).ticket.id
  }
  const cc = step.cc === undefined ? {} : { email_ccs: [{ user_id: personNamed(company, step.cc).id, action: 'put' }] }
  return (await createRequest(ctx, { subject, comment: { body }, ...cc })).id
}

async function continueTicket(ctx: Context, company: Company, step: Step, id: number): Promise<unknown> {
  if (step.kind === 'answer') return changeRequest(ctx, id, { comment: { body: step.body } })
  if (step.kind === 'rate') return rateTicket(ctx, id, { score: step.score, comment: step.comment })
  if (step.kind === 'close') return changeTicket(ctx, id, { status: 'closed' }, { follows: true })
  if (step.kind === 'work') return changeTicket(ctx, id, inputOf(company, step.work))
  throw new Error(`Ticket ${step.ticket} of the story begins twice`)
}

/** The input of a colleague's act, with ids in place of names. */
function inputOf(company: Company, work: Work): TicketInput {
  const { assign, team, form, fields = {}, tags = [], type, priority, status, custom_status, follower, comment } = work
  const values = Object.entries(fields).map(([key, value]) => ({ id: idNamed(company.fields, key), value }))
  return {
    ...(assign === undefined ? {} : { assignee_id: personNamed(company, assign).id }),
    ...(team === undefined ? {} : { group_id: idNamed(company.teams, team) }),
    ...(form === undefined ? {} : { ticket_form_id: idNamed(company.forms, form) }),
    ...(values.length === 0 ? {} : { custom_fields: values }),
    ...(tags.length === 0 ? {} : { additional_tags: [...tags] }),
    ...(type === undefined ? {} : { type }),
    ...(priority === undefined ? {} : { priority }),
    ...(custom_status === undefined ? {} : { custom_status_id: idNamed(company.statuses, custom_status) }),
    ...(status === undefined ? {} : { status }),
    ...(follower === undefined ? {} : { followers: [{ user_id: personNamed(company, follower).id, action: 'put' }] }),
    ...(comment === undefined ? {} : { comment }),
  }
}

function personNamed({ people }: Company, name: string): Actor {
  const found = people.get(name)
  if (found === undefined) throw new Error(`The story names ${name}, who is not part of the company`)
  return found
}

function idNamed(ids: ReadonlyMap<string, number>, name: string): number {
  const found = ids.get(name)
  if (found === undefined) throw new Error(`The story names ${name}, which the company does not have`)
  return found
}
