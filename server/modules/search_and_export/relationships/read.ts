/** Reads the records that refer to another one in a lookup field. @source docs/reference/custom_objects.md §5 */
import { requirePermission } from '../../../permissions/permissions.ts'
import type { Context } from '../../../context.ts'
import { InvalidAttribute, NotFound } from '../../../errors.ts'
import type { Page, Paging } from '../../../http/paging.ts'
import { allOf } from '../../../lib/all_of.ts'
import { isTargetType, targetObject, type TargetType } from '../../custom_data/custom_fields/targets.ts'
import { getRecord } from '../../custom_data/custom_object_records/find.ts'
import { visibleOrganization } from '../../people/organizations/change.ts'
import { presentOrganizations } from '../../people/organizations/present.ts'
import { findOrganizations } from '../../people/organizations/store.ts'
import { findTickets } from '../../tickets/tickets/list.ts'
import { presentTicket } from '../../tickets/tickets/present.ts'
import { ticketSetup } from '../../tickets/tickets/setup_store.ts'
import { getTicket } from '../../tickets/tickets/store.ts'
import { findListed, getVisibleUser } from '../../people/users/list_store.ts'
import { presentUsers } from '../../people/users/present.ts'
import { listSources, lookupKey } from './store.ts'

/** The parameters in the path. */
export interface Lookup {
  readonly target_type: string
  /** A number, or the id of a custom object's record. */
  readonly target_id: string
  readonly field_id: number
  readonly source_type: string
}

/** The list name of each type of record, how a record is looked up, and how records are presented. */
const KINDS: Readonly<
  Record<
    TargetType,
    {
      readonly key: string
      readonly exists: (ctx: Context, id: number) => Promise<unknown>
      readonly show: (ctx: Context, ids: readonly number[]) => Promise<unknown[]>
    }
  >
> = {
  'zen:user': {
    key: 'users',
    exists: (ctx, id) => getVisibleUser(ctx, id),
    show: async (ctx, ids) => presentUsers(ctx, await findListed(ctx, { ids })),
  },
  'zen:organization': {
    key: 'organizations',
    exists: (ctx, id) => visibleOrganization(ctx, id),
    show: async (ctx, ids) => presentOrganizations(ctx, await findOrganizations(ctx, ids)),
  },
  'zen:ticket': {
    key: 'tickets',
    exists: (ctx, id) => getTicket(ctx, id),
    async show(ctx, ids) {
      const [rows, setup] = await allOf(
        () => findTickets(ctx, ids),
        () => ticketSetup(ctx),
      )
      return rows.map((row) => presentTicket(ctx, row, setup))
    },
  },
}

/** A type of record by its name in the API. @throws NotFound for unknown types */
export function targetTypeNamed(word: string): TargetType {
  if (!isTargetType(word)) throw new NotFound()
  return word
}

/**
 * Requires that the target exists and the caller can see it.
 * @throws Forbidden @throws InvalidAttribute for an invalid id @throws NotFound
 */
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

/** A page of the records that refer to the target, with the name of their list. @throws Forbidden @throws NotFound */
export async function readSources(
  ctx: Context,
  { target_type, target_id, field_id, source_type }: Lookup,
  paging: Paging,
): Promise<{ key: string; page: Page<{ id: number }>; records: unknown[] }> {
  requirePermission(ctx, 'user.list')
  const source = targetTypeNamed(source_type)
  const key = await lookupKey(ctx, source, field_id, target_type)
  await requireTarget(ctx, target_type, target_id)
  const page = await listSources(ctx, source, { key, value: target_id }, paging)
  const ids = page.rows.map((row) => row.id)
  const shown = ids.length === 0 ? [] : await KINDS[source].show(ctx, ids)
  // records are loaded in the order of their ids, and returned in the order of the page
  const byId = new Map(shown.map((record) => [(record as { id: number }).id, record]))
  return { key: KINDS[source].key, page, records: ids.flatMap((id) => byId.get(id) ?? []) }
}
