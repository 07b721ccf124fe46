/** Everything a ticket write needs, loaded before anything is decided. */
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import { allOf } from '#lib/all_of.ts'
import { uploadTokens } from '../comment_uploads.ts'
import { macrosOf } from '../macro_store.ts'
import { readFields, type SentFields } from './fields.ts'
import { loadPeople, type People, type PersonFilter } from '../people.ts'
import { type Person, personById } from '../people_store.ts'
import { isSolving } from './required.ts'
import { organizationDefaults } from './routing_store.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import { type SetupGroup, ticketGroups, ticketSetup, type TicketSetup } from '../setup_store.ts'
import { ticketSkills, type TicketSkills } from '../skill_store.ts'
import { getTicket } from '../store.ts'

/** What was loaded. `problem` is the ticket with problem_id: undefined if none was sent, null if it does not exist. */
export interface Loaded {
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
  readonly people: People
  readonly problem: TicketRow | null | undefined
  readonly skills: TicketSkills
  /** The values that were sent for custom fields. */
  readonly fields: SentFields
}

/** null instead of NotFound: a record that does not exist is reported by the check, or has no effect. */
async function orNull<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/**
 * Loads what a write to the ticket `before` refers to; of people, those in `sight`.
 * @throws RecordInvalid when a person cannot be created
 */
export async function loadFor(ctx: Context, input: TicketInput, sight: PersonFilter, before?: TicketState): Promise<Loaded> {
  const { problem_id } = input
  const [setup, groups, people, problem, skills] = await allOf(
    () => ticketSetup(ctx),
    () => ticketGroups(ctx),
    () => loadPeople(ctx, input, sight),
    () => (problem_id === undefined ? undefined : problem_id === null ? null : orNull(getTicket(ctx, problem_id))),
    () => ticketSkills(ctx),
  )
  return { setup, groups, people, problem, skills, fields: await readFields(ctx, input, setup, before?.custom_fields) }
}

/** True if a write touches more than its ticket and so needs a transaction. A write of one ticket alone is one statement. */
function touchesOthers(input: TicketInput): boolean {
  const makesPeople = typeof input.requester === 'object' || typeof input.requester === 'string'
  return (
    makesPeople ||
    uploadTokens(input).length > 0 ||
    macrosOf(input).length > 0 ||
    [
      input.problem_id,
      input.via_followup_source_id,
      input.email_ccs,
      input.collaborators,
      input.additional_collaborators,
      input.followers,
    ].some((value) => value !== undefined)
  )
}

/**
 * Runs a write: in a transaction where its input names more than the ticket, since what is loaded for it is created or locked there. What the
 * write turns out to cause decides later, in save.ts, whether another write needs one.
 */
export function runWrite<Result>(ctx: Context, input: TicketInput, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return touchesOthers(input) ? retryOnDuplicate(ctx, ['email'], () => inTransaction(ctx, work)) : work(ctx)
}

/** The organizations of a ticket's requester, read only if the write sets an organization. */
export async function organizationsOf(ctx: Context, input: TicketInput, requesterId: number): Promise<readonly number[]> {
  if (input.organization_id === undefined || input.organization_id === null) return []
  return (await personById(ctx, requesterId))?.organization_ids ?? []
}

/**
 * The agent to assign to an unassigned ticket: the one who solves or closes it with this write, if the account is set to assign them.
 * @source docs/reference/account.md §7
 */
export async function solverOf(ctx: Context, before: TicketState | null, asked: TicketState): Promise<Person | null> {
  const { actor, account } = ctx
  const canBeAssigned = account.settings.tickets.assign_on_solve && actor.role !== 'end-user' && actor.id > 0
  if (!canBeAssigned || !isSolving(before, asked)) return null
  const person = await personById(ctx, actor.id)
  return person === undefined || person.only_private_comments ? null : person
}

/** The group that new tickets of an organization are assigned to. @source docs/reference/people.md §4 */
export async function organizationGroup(ctx: Context, input: TicketInput, organizationId: number | null): Promise<number | null> {
  if (input.group_id !== undefined || organizationId === null) return null
  return (await organizationDefaults(ctx, organizationId)).group_id
}

/**
 * The tags that a new ticket gets from its requester and organization, if the account tags people.
 * @source docs/reference/tickets.md §3.8
 */
export async function inheritTags(ctx: Context, { requester_id, organization_id }: TicketState): Promise<readonly string[]> {
  if (!ctx.account.settings.users.tagging || requester_id < 1) return []
  const [person, organization] = await allOf(
    () => personById(ctx, requester_id),
    () => (organization_id === null ? undefined : organizationDefaults(ctx, organization_id)),
  )
  return [...(person?.tags ?? []), ...(organization?.tags ?? [])]
}

/** The closed ticket that a new one follows up; null if none was sent or it is not closed. @source docs/reference/tickets.md §3.5 */
export async function followUpSource(ctx: Context, input: TicketInput): Promise<TicketRow | null> {
  if (input.via_followup_source_id === undefined || input.via_followup_source_id === null) return null
  const source = await orNull(getTicket(ctx, input.via_followup_source_id))
  return source?.status === 'closed' ? source : null
}

/** The tag of tickets that were merged into another. @source docs/reference/tickets.md §3.6 */
export const MERGED_TAG = 'closed_by_merge'

/**
 * What a follow-up inherits: tags without that of a merge, custom fields, form, group, and the assignee if they can still be one.
 * @source docs/reference/tickets.md §3.5
 */
export async function inheritMembers(ctx: Context, source: TicketRow, setup: TicketSetup, groups: readonly SetupGroup[]) {
  const { tags, custom_fields, ticket_form_id, group_id, assignee_id } = source
  const assignee = assignee_id === null ? undefined : await personById(ctx, assignee_id)
  const mayWork = assignee !== undefined && assignee.active && assignee.role !== 'end-user' && !assignee.only_private_comments
  return {
    tags: tags.filter((tag) => tag !== MERGED_TAG),
    custom_fields,
    ...(setup.form_ids.includes(ticket_form_id) ? { ticket_form_id } : {}),
    group_id: groups.some((group) => group.id === group_id) ? group_id : null,
    assignee_id: mayWork ? assignee_id : null,
  }
}
