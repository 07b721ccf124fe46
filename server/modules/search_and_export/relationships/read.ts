/** Reads the records that refer to another one in a lookup field. @source docs/reference/custom_objects.md §5 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { InvalidAttribute, NotFound } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { Page, Paging } from '#http/paging.ts'
import type { Address, AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { isTargetType, targetObject, type TargetType } from '#modules/custom_data/custom_fields/targets.ts'
import { getRecord } from '#modules/custom_data/custom_object_records/find.ts'
import { visibleOrganization } from '#modules/people/organizations/change.ts'
import { presentWholeOrganizations } from '#modules/people/organizations/present.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { findTickets } from '#modules/tickets/tickets/list.ts'
import { presentTicket } from '#modules/tickets/tickets/present.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { findListed, getVisibleUser } from '#modules/people/users/list_store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import type { Sources } from './schema.ts'
import { listSources, lookupKey } from './store.ts'

/** The parameters in the path. */
export interface Lookup {
  readonly target_type: string
  /** A number, or the id of a custom object's record. */
  readonly target_id: string
  readonly field_id: number
  readonly source_type: string
}

type Ids = readonly number[]
type Answer = AnswerOf<typeof Sources>

/** Of each kind of record whether there is one with an id, and how a page of them is shown. */
const KINDS: Readonly<
  Record<
    TargetType,
    {
      readonly exists: (ctx: Context, id: number) => Promise<unknown>
      readonly list: (ctx: Context, page: Page<{ id: number }>, address: Address) => Promise<Answer>
    }
  >
> = {
  'zen:user': {
    exists: (ctx, id) => getVisibleUser(ctx, id),
    async list(ctx, page, address) {
      const show = async (ids: Ids) => presentUsers(ctx, await findListed(ctx, { ids }))
      return listEnvelope(address, 'users', page, await inOrder(page, show))
    },
  },
  'zen:organization': {
    exists: (ctx, id) => visibleOrganization(ctx, id),
    async list(ctx, page, address) {
      const show = async (ids: Ids) => presentWholeOrganizations(ctx, await findOrganizations(ctx, ids))
      return listEnvelope(address, 'organizations', page, await inOrder(page, show))
    },
  },
  'zen:ticket': {
    exists: (ctx, id) => getTicket(ctx, id),
    async list(ctx, page, address) {
      const show = async (ids: Ids) => {
        const [rows, setup] = await allOf(
          () => findTickets(ctx, ids),
          () => ticketSetup(ctx),
        )
        return rows.map((row) => presentTicket(ctx, row, setup))
      }
      return listEnvelope(address, 'tickets', page, await inOrder(page, show))
    },
  },
}

/** The records of a page, which come by their ids, in its order. */
async function inOrder<Shown extends { readonly id: number }>(
  page: Page<{ id: number }>,
  show: (ids: Ids) => Promise<readonly Shown[]>,
): Promise<Shown[]> {
  const ids = page.rows.map((row) => row.id)
  const byId = new Map((ids.length === 0 ? [] : await show(ids)).map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The records of a page, which come by their ids, in its order. */
export function targetTypeNamed(word: string): TargetType {
  if (!isTargetType(word)) throw new NotFound()
  return word
}

/** A type of record by its name in the API. @throws NotFound for unknown types */
export async function requireTarget(ctx: Context, target_type: string, target_id: string): Promise<void> {
  const object = targetObject(target_type)
  if (object !== undefined) {
    await getRecord(ctx, object, target_id)
    return
  }
  const target = targetTypeNamed(target_type)
  if (!/^-?\d{1,30}$/.test(target_id)) throw new InvalidAttribute('target_id', 'must be an integer', 'relationships/sources')
  if (!Number.isSafeInteger(Number(target_id))) throw new NotFound()
  await KINDS[target].exists(ctx, Number(target_id))
}

/**
 * Requires that the target exists and the caller can see it.
 * @throws Forbidden @throws InvalidAttribute for an invalid id @throws NotFound
 */
export async function readSources(
  ctx: Context,
  { target_type, target_id, field_id, source_type }: Lookup,
  paging: Paging,
  address: Address,
): Promise<Answer> {
  requirePermission(ctx, 'user.list')
  const source = targetTypeNamed(source_type)
  const key = await lookupKey(ctx, source, field_id, target_type)
  await requireTarget(ctx, target_type, target_id)
  return KINDS[source].list(ctx, await listSources(ctx, source, { key, value: target_id }, paging), address)
}
