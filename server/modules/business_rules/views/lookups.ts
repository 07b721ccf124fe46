/** Loads what the rows of a view show of other records: names, languages, last comments. A statement for each kind of record. */
import { allOf } from '#lib/all_of.ts'
import type { Context } from '#core/context.ts'
import { wireTime } from '#lib/clock.ts'
import { findBrands } from '#modules/account/brands/store.ts'
import { localeByCode } from '#lib/locales.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { findTicketForms } from '#modules/ticket_setup/ticket_forms/store.ts'
import type { Column } from './columns.ts'
import { lastComments } from './comments_store.ts'
import type { ViewTicket } from './execute_store.ts'
import type { Looked } from './rows.ts'
import { listKnownIds } from '#lib/known_ids.ts'

/** The records that rows refer to, by kind. */
export interface Records {
  readonly users: readonly { readonly id: number; readonly name: string; readonly locale: string }[]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly organizations: readonly { readonly id: number; readonly name: string }[]
}

const PEOPLE = { requester: 'requester_id', assignee: 'assignee_id', submitter: 'submitter_id', locale_id: 'requester_id' } as const

/** Loads the records that these columns of the tickets refer to, and the last comments if they are wanted. */
export async function look(
  ctx: Context,
  tickets: readonly ViewTicket[],
  columns: readonly Column[],
  wantsComments: boolean,
): Promise<{ looked: Looked; records: Records }> {
  const has = new Set(columns.map(({ name }) => name))
  const idsOf = (name: string, member: 'group_id' | 'organization_id' | 'brand_id' | 'ticket_form_id') =>
    has.has(name) ? listKnownIds(tickets.map((ticket) => ticket[member])) : []
  const people = Object.entries(PEOPLE).flatMap(([name, member]) => (has.has(name) ? tickets.map((ticket) => ticket[member]) : []))
  const forms = idsOf('ticket_form', 'ticket_form_id')
  const [users, groups, organizations, brands, ticketForms, comments] = await allOf(
    () => findUsers(ctx, listKnownIds(people)),
    () => findGroups(ctx, idsOf('group', 'group_id')),
    () => findOrganizations(ctx, idsOf('organization', 'organization_id')),
    () => findBrands(ctx, idsOf('brand', 'brand_id')),
    () => (forms.length === 0 ? [] : findTicketForms(ctx, { ids: forms })),
    () =>
      wantsComments
        ? lastComments(
            ctx,
            tickets.map(({ id }) => id),
          )
        : [],
  )
  const names: Readonly<Record<string, ReadonlyMap<number, string>>> = {
    requester: byId(users),
    assignee: byId(users),
    submitter: byId(users),
    group: byId(groups),
    organization: byId(organizations),
    brand: byId(brands),
    ticket_form: byId(ticketForms),
  }
  const locales = new Map(users.map((user) => [user.id, localeByCode(user.locale)?.id ?? null]))
  const last = new Map(
    comments.map(({ ticket_id, body, created_at, author_id, public: isPublic }) => [
      ticket_id,
      { body, created_at: wireTime(created_at), author_id, public: isPublic },
    ]),
  )
  const looked: Looked = {
    localeId: (userId) => locales.get(userId) ?? null,
    name: (column, id) => (id === null ? null : ((typeof id === 'number' ? names[column]?.get(id) : undefined) ?? String(id))),
    lastComment: (ticketId) => (wantsComments ? (last.get(ticketId) ?? null) : undefined),
  }
  return { looked, records: { users, groups, organizations } }
}

const byId = (rows: readonly { readonly id: number; readonly name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
