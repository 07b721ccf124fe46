/** Loads the parts of a ticket that templates name: each once, and each kind of record with one statement. */
import type { Context } from '#core/context.ts'
import { allOf } from '#lib/all_of.ts'
import { holidayAt, isOpenAt } from '#lib/business_time.ts'
import { epochSeconds } from '#lib/clock.ts'
import { findBrands } from '#modules/account/brands/store.ts'
import { ORGANIZATION_HOLDER, USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { allProfileFields } from '#modules/custom_data/custom_fields/profile_store.ts'
import { getStoredKey } from '#modules/custom_data/custom_fields/values.ts'
import type { OrganizationRow } from '#modules/people/organizations/store.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import { filesOf } from '../ticket_comments/files.ts'
import type { TicketRow } from '../tickets/row.ts'
import { scheduleOf, ticketSchedules } from '../tickets/schedule_store.ts'
import { ticketSetup, type TicketSetup } from '../tickets/setup_store.ts'
import type { HolderFields } from './people_values.ts'
import { MAX_COMMENTS, type Sources } from './sources.ts'
import { findFormName, firstPublicText, type OptionTitles, optionTitles, type ShownComment } from './store.ts'
import type { Part } from './wanted.ts'

const NO_FIELDS: HolderFields = { users: [], organizations: [] }

/** For whom a text is rendered: end users never see private comments. */
export type Audience = 'agent' | 'end-user'

/** The ticket, and the user who acts; null where no user does. */
export interface Subject {
  readonly ticket: TicketRow
  readonly audience: Audience
  readonly current_user_id: number | null
}

/** What was loaded; empty where it was not wanted. */
export interface LoadedParts {
  readonly users: ReadonlyMap<number, UserRow>
  readonly organizations: ReadonlyMap<number, OrganizationRow>
  readonly fields: HolderFields
  readonly group: string
  readonly brand: string
  readonly form: string
  /** The description of the ticket: for end users its first public comment, as its first one may be private. */
  readonly description: string
  /** The newest comments, newest first. */
  readonly comments: readonly ShownComment[]
  /** The newest comment and the newest public one, newest first: they may be one. */
  readonly latest: readonly ShownComment[]
  readonly files: Awaited<ReturnType<typeof filesOf>>
  readonly setup: TicketSetup | undefined
  readonly titles: ReadonlyMap<number, OptionTitles>
  readonly hours: Readonly<Record<string, string>>
}

async function holderFields(ctx: Context): Promise<HolderFields> {
  const [users, organizations] = await allOf(
    () => allProfileFields(ctx, USER_HOLDER),
    () => allProfileFields(ctx, ORGANIZATION_HOLDER),
  )
  const pickFieldMembers = (rows: typeof users) => rows.map((row) => ({ key: row.key, stored_as: getStoredKey(row), options: row.options }))
  return { users: pickFieldMembers(users), organizations: pickFieldMembers(organizations) }
}

async function commentsOf(
  sources: Sources,
  { ticket, audience }: Subject,
  parts: ReadonlySet<Part>,
): Promise<Pick<LoadedParts, 'comments' | 'latest'>> {
  const onlyPublic = audience === 'end-user'
  const comments = parts.has('comments') ? await sources.listComments(ticket.id, onlyPublic) : []
  if (!parts.has('latest')) return { comments, latest: [] }
  const isKnown = parts.has('comments') && (comments.length < MAX_COMMENTS || comments.some((comment) => comment.public))
  return { comments, latest: isKnown ? comments : await sources.listLatest(ticket.id, onlyPublic) }
}

async function descriptionOf(ctx: Context, { ticket, audience }: Subject, parts: ReadonlySet<Part>): Promise<string> {
  if (!parts.has('description')) return ''
  return audience === 'agent' ? ticket.description : firstPublicText(ctx, ticket.id)
}

/** The values of business hours: those of the ticket's schedule. Without a schedule the account always works. */
async function hoursOf(ctx: Context, ticket: TicketRow): Promise<Record<string, string>> {
  const own = scheduleOf(await ticketSchedules(ctx), ticket)
  if (own === undefined) return { in_business_hours: 'true', current_holiday_name: '' }
  const now = epochSeconds(ctx.now.toISOString())
  return { in_business_hours: String(isOpenAt(own.hours, now)), current_holiday_name: holidayAt(own.hours, now) ?? '' }
}

/** The ids of the people that parts show. The requester's language decides about dynamic content. */
function peopleOf({ ticket, current_user_id }: Subject, parts: ReadonlySet<Part>, comments: readonly ShownComment[]): number[] {
  const listNeededIds = (part: Part, id: number | null) => (parts.has(part) && id !== null ? [id] : [])
  const ids = [
    ...listNeededIds('requester', ticket.requester_id),
    ...listNeededIds('assignee', ticket.assignee_id),
    ...listNeededIds('submitter', ticket.submitter_id),
    ...listNeededIds('current_user', current_user_id),
    ...(parts.has('copies') ? [...ticket.email_cc_ids, ...ticket.follower_ids] : []),
    ...comments.map((comment) => comment.author_id),
  ]
  return [...new Set(ids)].filter((id) => id > 0)
}

const pickIds = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null)

/** The comments that have files, each once. */
const withFiles = (comments: readonly ShownComment[]) =>
  [...new Map(comments.map((one) => [one.id, one])).values()].filter((one) => one.has_files)

/** Loads these parts. */
export async function loadParts(ctx: Context, sources: Sources, subject: Subject, parts: ReadonlySet<Part>): Promise<LoadedParts> {
  const { ticket } = subject
  const isFields = parts.has('fields') || parts.has('option_titles')
  const { comments, latest } = await commentsOf(sources, subject, parts)
  const shown = [...comments, ...latest]
  const setup = isFields ? await ticketSetup(ctx) : undefined
  const choices = parts.has('option_titles') ? (setup?.fields ?? []).filter((field) => field.options.length > 0) : []
  const users = await sources.users(peopleOf(subject, parts, shown))
  const organizationIds = [...users.values()].map((user) => user.organization_id)
  const isPeople = (['requester', 'assignee', 'submitter', 'current_user'] as const).some((part) => parts.has(part))
  const [organizations, fields, groups, brands, form, description, files, titles, hours] = await allOf(
    () => sources.organizations(pickIds([...(isPeople ? organizationIds : []), parts.has('organization') ? ticket.organization_id : null])),
    () => (parts.has('holders') ? holderFields(ctx) : NO_FIELDS),
    () => sources.groups(pickIds([parts.has('group') ? ticket.group_id : null])),
    () => (parts.has('brand') ? findBrands(ctx, pickIds([ticket.brand_id])) : []),
    () => (parts.has('form') ? findFormName(ctx, ticket.ticket_form_id) : ''),
    () => descriptionOf(ctx, subject, parts),
    () => filesOf(ctx, withFiles(shown)),
    () =>
      optionTitles(
        ctx,
        choices.map((field) => field.id),
      ),
    () => (parts.has('hours') ? hoursOf(ctx, ticket) : {}),
  )
  const names = { group: groups.get(ticket.group_id ?? 0)?.name ?? '', brand: brands[0]?.name ?? '', form, description }
  return { users, organizations, fields, ...names, comments, latest, files, setup, titles, hours }
}
