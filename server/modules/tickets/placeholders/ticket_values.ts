/** The values of a ticket. Pure. @source docs/reference/business_rules.md §7 */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { contentUrl } from '#modules/common/attachments/present.ts'
import { encodeId } from '../tickets/present.ts'
import type { TicketRow } from '../tickets/row.ts'
import { commentLists, type CommentSetting, latestComments } from './comment_values.ts'
import type { LoadedParts, Subject } from './load.ts'
import { fieldText, organizationValues, personValues } from './people_values.ts'
import { formatDay } from './times.ts'
import { formatLines, type Mode } from './value.ts'
import type { Part } from './wanted.ts'

const word = (text: string | null) => (text === null ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll('_', ' ')}`)

/** What every ticket has, without anything loaded. */
function plainValues(ctx: Context, ticket: TicketRow): Record<string, unknown> {
  const zone = accountZone(ctx)
  const link = `${ctx.caller.base_url}/agent/tickets/${ticket.id}`
  return {
    id: ticket.id,
    external_id: ticket.external_id,
    encoded_id: encodeId(ctx.account.id, ticket.id),
    title: ticket.subject,
    url: link.replace(/^https?:\/\//, ''),
    link,
    via: word(ticket.via.channel),
    status: word(ticket.status),
    priority: word(ticket.priority),
    ticket_type: word(ticket.type),
    due_date: ticket.due_at === null ? '' : formatDay(ticket.due_at, zone),
    due_date_with_timestamp: wireTimeOrNull(ticket.due_at),
    created_at: formatDay(ticket.created_at, zone),
    created_at_with_timestamp: wireTime(ticket.created_at),
    updated_at: formatDay(ticket.updated_at, zone),
    updated_at_with_timestamp: wireTime(ticket.updated_at),
    tags: ticket.tags.join(' '),
    score: word(ticket.satisfaction_rating?.score ?? null),
    account: ctx.account.name,
  }
}

function people({ ticket, current_user_id }: Subject, { users, organizations, fields }: LoadedParts) {
  const person = (id: number | null) => {
    const row = id === null ? undefined : users.get(id)
    return personValues(row, row?.organization_id === null ? undefined : organizations.get(row?.organization_id ?? 0), fields)
  }
  return {
    current_user: person(current_user_id),
    requester: person(ticket.requester_id),
    assignee: person(ticket.assignee_id),
    submitter: person(ticket.submitter_id),
  }
}

function copies({ email_cc_ids, follower_ids }: TicketRow, { users }: LoadedParts): Record<string, string> {
  const names = (ids: readonly number[]) => ids.flatMap((id) => users.get(id)?.name ?? []).join(', ')
  const ccs = email_cc_ids.flatMap((id) => users.get(id)?.email ?? []).join(', ')
  return { ccs, cc_names: names(email_cc_ids), email_cc_names: names(email_cc_ids), follower_names: names(follower_ids) }
}

/** `ticket_field_<id>` and `ticket_field_option_title_<id>` of each custom field. */
function customFields({ custom_fields }: TicketRow, { setup, titles }: LoadedParts): Record<string, string> {
  const pairs: [name: string, text: string][] = (setup?.fields ?? [])
    .filter((field) => !field.system)
    .flatMap(({ id }) => {
      const value = custom_fields[id] ?? null
      const chosen = Array.isArray(value) ? value : [fieldText(value)]
      const title = chosen.map((one) => titles.get(id)?.get(one) ?? one).join(', ')
      return [
        [`ticket_field_${id}`, fieldText(value)],
        [`ticket_field_option_title_${id}`, title],
      ]
    })
  return Object.fromEntries(pairs)
}

/** Where a requester rates the work on a ticket. The addresses of the public service's pages. */
function satisfaction(ctx: Context, { id, satisfaction_rating }: TicketRow): Record<string, string> {
  const url = `${ctx.caller.base_url}/requests/${id}/satisfaction/new`
  return {
    rating_section: url,
    rating_url: url,
    positive_rating_url: `${url}?intention=16`,
    negative_rating_url: `${url}?intention=4`,
    current_rating: word(satisfaction_rating?.score ?? null),
    current_comment: satisfaction_rating?.comment ?? '',
  }
}

/** All values for the parts that were loaded, by the names templates use; dynamic content is added by the caller. */
export function valuesOf(
  ctx: Context,
  subject: Subject,
  { loaded, parts, mode }: { readonly loaded: LoadedParts; readonly parts: ReadonlySet<Part>; readonly mode: Mode },
): Record<string, unknown> {
  const { ticket } = subject
  const { current_user, ...named } = people(subject, loaded)
  const setting: CommentSetting = {
    mode,
    zone: accountZone(ctx),
    name: (id) => loaded.users.get(id)?.name ?? '',
    files: (id) => loaded.files.get(id) ?? [],
    url: (file) => contentUrl(ctx, file),
  }
  const organization = ticket.organization_id === null ? undefined : loaded.organizations.get(ticket.organization_id)
  return {
    ticket: {
      ...plainValues(ctx, ticket),
      description: formatLines(loaded.description, mode),
      ...named,
      organization: organizationValues(organization, loaded.fields),
      group: { name: loaded.group },
      brand: { name: loaded.brand },
      form: { name: loaded.form },
      ...copies(ticket, loaded),
      ...customFields(ticket, loaded),
      ...loaded.hours,
      ...latestComments(loaded.latest, setting),
      ...(parts.has('comments') ? commentLists(loaded.comments, setting) : {}),
    },
    current_user,
    agent: current_user,
    satisfaction: satisfaction(ctx, ticket),
  }
}
