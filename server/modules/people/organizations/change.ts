/** The acts on single organizations: create, change, create or change, tag, remove. Bulk jobs call them, too. */
import { isRestricted, canSeeOrganization } from '#permissions/people_scope.ts'
import { can, requirePermission } from '#permissions/permissions.ts'
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, Forbidden, NotFound, refuseInvalid } from '#core/errors.ts'
import { changeOrMake } from '#http/unique_values.ts'
import { enqueue } from '#queue/enqueue.ts'
import { allOf } from '#lib/all_of.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { publishEvents } from '#modules/common/webhook_events/publish.ts'
import { ORGANIZATION_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { withTargets } from '#modules/custom_data/lookups/lookup_store.ts'
import { profileFields } from '#modules/custom_data/custom_fields/profile_store.ts'
import { findGroups } from '../groups/store.ts'
import { checkOrganization } from './check.ts'
import { BLANK_ORGANIZATION, differOnlyInNotes, draftOrganization } from './draft.ts'
import type { NamedOrganizationInput, OrganizationInput } from './schema.ts'
import {
  findOrganizationClashes,
  findOrganizations,
  findOrganizationsByExternalId,
  getOrganization,
  lockOrganization,
  type OrganizationRow,
} from './store.ts'
import { organizationEvents, organizationSubject } from './webhook_events.ts'
import { deleteOrganization, insertOrganization, type OrganizationDraft, updateOrganization } from './write_store.ts'

/** Changes of these members are audited: they decide membership and visibility. Notes, tags and the like are not audited. */
const AUDITED_MEMBERS = ['name', 'domain_names', 'group_id', 'shared_tickets', 'shared_comments', 'external_id'] as const

function difference(member: (typeof AUDITED_MEMBERS)[number], before: OrganizationRow, after: OrganizationRow): string {
  return `${member} changed from ${JSON.stringify(before[member])} to ${JSON.stringify(after[member])}`
}

/** True when a change affects new tickets: they get the organization's group and its tags. */
function affectsTickets(before: OrganizationRow, after: OrganizationRow): boolean {
  return before.group_id !== after.group_id || before.tags.join() !== after.tags.join()
}

function audit(tx: Context, row: OrganizationRow, action: 'create' | 'update' | 'destroy', change_description: string): Promise<void> {
  return recordAudit(tx, { action, source_type: 'organization', source_id: row.id, source_label: row.name, change_description })
}

async function hasGroup(ctx: Context, id: number | null): Promise<boolean> {
  return id === null || (await findGroups(ctx, [id])).some((group) => !group.deleted)
}

async function draftOf(ctx: Context, before: OrganizationDraft, input: OrganizationInput) {
  const { settings } = ctx.account
  if (input.organization_fields === undefined) return draftOrganization(before, input, { settings, fields: [] })
  const fields = await profileFields(ctx, ORGANIZATION_HOLDER)
  const organization_fields = await withTargets(ctx, fields, { before: before.organization_fields, sent: input.organization_fields })
  return draftOrganization(before, { ...input, organization_fields }, { settings, fields })
}

interface Difference {
  readonly before: OrganizationDraft
  readonly after: OrganizationDraft
  readonly problems: Details
}

async function refuseWrong(ctx: Context, { before, after, problems }: Difference, id: number): Promise<void> {
  const renamed = before.name !== after.name || before.external_id !== after.external_id
  const [clashes, found] = await allOf(
    () => (renamed ? findOrganizationClashes(ctx, after, id) : { same_name: false, same_external_id: false }),
    () => before.group_id === after.group_id || hasGroup(ctx, after.group_id),
  )
  refuseInvalid({ ...checkOrganization(after, { ...clashes, hasGroup: found }), ...problems })
}

/** Creates an organization. @throws Forbidden @throws RecordInvalid @source docs/reference/people.md §4 */
export async function createOrganization(ctx: Context, input: OrganizationInput): Promise<OrganizationRow> {
  requirePermission(ctx, 'organization.create')
  const { draft, problems } = await draftOf(ctx, BLANK_ORGANIZATION, input)
  await refuseWrong(ctx, { before: BLANK_ORGANIZATION, after: draft, problems }, 0)
  return inTransaction(ctx, async (tx) => {
    const row = await insertOrganization(tx, draft)
    await audit(tx, row, 'create', 'Created')
    await publishEvents(tx, organizationSubject(row), () => [{ type: 'organization.created', event: {} }])
    return row
  })
}

/** Changes an organization; agents may change its notes only. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/people.md §4, §8 */
export async function changeOrganization(ctx: Context, id: number, input: OrganizationInput): Promise<OrganizationRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await visibleOrganization(tx, id, lockOrganization)
    requirePermission(tx, 'organization.update')
    const { draft, problems } = await draftOf(tx, before, input)
    if (!can(tx, 'organization.create') && !differOnlyInNotes(before, draft)) throw new Forbidden()
    await refuseWrong(tx, { before, after: draft, problems }, id)
    const after = await updateOrganization(tx, id, draft)
    const changed = AUDITED_MEMBERS.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    if (changed.length > 0) await audit(tx, after, 'update', changed.map((member) => difference(member, before, after)).join('. '))
    await publishEvents(tx, organizationSubject(after), () => organizationEvents(before, after))
    if (affectsTickets(before, after)) await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
    return after
  })
}

/** The organization with this id or, if no id is given, with this external id; undefined when the caller cannot see it. */
export async function findNamedOrganization(ctx: Context, named: NamedOrganizationInput): Promise<OrganizationRow | undefined> {
  const { id, external_id } = named
  const isById = id !== undefined && id !== null
  const [found] = isById ? await findOrganizations(ctx, [id]) : await findOrganizationsByExternalId(ctx, external_id ? [external_id] : [])
  return found === undefined || !canSeeOrganization(ctx, found.id) ? undefined : found
}

/**
 * Changes the organization with this id or external id, or creates it.
 * @throws Forbidden @throws RecordInvalid
 * @source docs/reference/people.md §4
 */
export async function createOrChangeOrganization(
  ctx: Context,
  named: NamedOrganizationInput,
): Promise<{ row: OrganizationRow; isNew: boolean }> {
  const { id: _id, ...input } = named
  return changeOrMake<OrganizationRow, { row: OrganizationRow; isNew: boolean }>(ctx, {
    find: () => findNamedOrganization(ctx, named),
    change: async ({ id }) => ({ row: await changeOrganization(ctx, id, input), isNew: false }),
    make: async () => ({ row: await createOrganization(ctx, input), isNew: true }),
  })
}

/**
 * Sets an organization's tags, which every agent may do, and returns the resulting tags.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/people.md §6
 */
export async function tagOrganization(ctx: Context, id: number, change: (tags: readonly string[]) => string[]): Promise<readonly string[]> {
  requirePermission(ctx, 'organization.update')
  return inTransaction(ctx, async (tx) => {
    const before = await visibleOrganization(tx, id, lockOrganization)
    const { draft, problems } = draftOrganization(before, { tags: change(before.tags) }, { settings: tx.account.settings, fields: [] })
    refuseInvalid(problems)
    const after = await updateOrganization(tx, id, { ...before, tags: draft.tags })
    await publishEvents(tx, organizationSubject(after), () => organizationEvents(before, after))
    if (affectsTickets(before, after)) await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
    return after.tags
  })
}

/**
 * Removes an organization. Its members remain and get another of their organizations as the default, or none; a job removes it from
 * its tickets. @throws Forbidden @throws NotFound @source docs/reference/people.md §4
 */
export async function removeOrganization(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'organization.delete')
  await inTransaction(ctx, async (tx) => {
    const before = await lockOrganization(tx, id)
    await deleteOrganization(tx, id)
    await audit(tx, before, 'destroy', 'Deleted')
    await publishEvents(tx, organizationSubject(before), () => [{ type: 'organization.deleted', event: {} }])
    await enqueue(tx, 'rewrite_tickets', { member: 'organization_id', from: id, to: null, closed_too: true })
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  })
}

/**
 * The organization if the caller can see it: restricted agents see only their own. `read` may also lock the row.
 * @throws Forbidden @throws NotFound
 */
export async function visibleOrganization(ctx: Context, id: number, read = getOrganization): Promise<OrganizationRow> {
  requirePermission(ctx, 'organization.list')
  if (!canSeeOrganization(ctx, id)) throw new NotFound()
  return read(ctx, id)
}

/** Lists of organizations are for agents who are not restricted to their own. @throws Forbidden @source docs/reference/people.md §4 */
export function requireListing(ctx: Context): void {
  requirePermission(ctx, 'organization.list')
  if (isRestricted(ctx)) throw new Forbidden()
}
