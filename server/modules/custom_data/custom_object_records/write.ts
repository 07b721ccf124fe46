/** The acts on records of custom objects: create, change, create or change, remove. @source docs/reference/custom_objects.md §3 */
import { type Context, inTransaction } from '#core/context.ts'
import { BadRequest, type Details, Forbidden, RecordInvalid, refuseInvalid, Unprocessable, orNotFound } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { releaseFiles } from '#modules/common/attachments/store_file.ts'
import { withTargets } from '../lookups/lookup_store.ts'
import { objectFields, type ObjectFieldRow, takeNumber } from '../custom_object_fields/store.ts'
import { matchesAll, requireRecords } from '../custom_object_permissions/access.ts'
import { type CustomObjectRow, getCustomObject } from '../custom_objects/store.ts'
import { draftRecord, nameField, makeNumberedName, ownFields, type RecordDraft, uniqueValues } from './draft.ts'
import type { NamedQuery, RecordInput } from './schema.ts'
import {
  emptyRecord,
  findRecord,
  findByUniqueValue,
  insertRecord,
  claimUniqueValues,
  type RecordName,
  type RecordRow,
  updateRecord,
} from './store.ts'
import { activeObjectTriggers, type ActiveObjectTriggers, saveEffects } from './trigger_store.ts'
import { runTriggers, type TriggeredRecord } from './triggers.ts'
import { plainLine } from '#lib/text_forms.ts'

/** An object with its fields: what every write of a record needs. */
export interface Kind {
  readonly object: CustomObjectRow
  readonly fields: readonly ObjectFieldRow[]
}

/** The result of an upsert. */
export interface PutRecord {
  readonly row: RecordRow
  readonly isNew: boolean
}

/** The object with this key and its fields. @throws NotFound */
export async function getKind(ctx: Context, objectKey: string): Promise<Kind> {
  const object = await getCustomObject(ctx, objectKey)
  return { object, fields: await objectFields(ctx, object.id) }
}

/** An object with its active triggers, which writes of its records run. */
interface WritableKind extends Kind {
  readonly triggers: ActiveObjectTriggers
}

/** Read before a transaction begins: reading caches takes another connection. */
async function getWritableKind(ctx: Context, objectKey: string): Promise<WritableKind> {
  const kind = await getKind(ctx, objectKey)
  return { ...kind, triggers: await activeObjectTriggers(ctx, kind.object, kind.fields) }
}

const makeTakenDetails = (key: string, title: string): Details => ({
  [key]: [{ description: `${title}: has already been taken`, error: 'DuplicateValue' }],
})

async function read(tx: Context, kind: Kind, before: RecordDraft | null, input: RecordInput): Promise<RecordDraft> {
  const sent = input.custom_object_fields
  const withAutoName =
    sent === undefined
      ? input
      : {
          ...input,
          custom_object_fields: await withTargets(tx, ownFields(kind.fields), { before: before?.custom_object_fields ?? {}, sent }),
        }
  const { draft, problems } = draftRecord(kind.fields, before, withAutoName)
  refuseInvalid(problems)
  return draft
}

function refuseTaken(fields: readonly ObjectFieldRow[], ids: readonly number[]): void {
  const lockedRecord = fields.filter((field) => ids.includes(field.id))
  const details: Details = Object.assign(
    {},
    ...lockedRecord.map((field) => makeTakenDetails(field.system ? 'name' : `custom_object_fields.${field.key}`, field.title)),
  )
  refuseInvalid(details)
}

/** Assigns the next free number to an autoincremented name. */
async function assignName(tx: Context, { fields }: Kind, draft: RecordDraft): Promise<RecordDraft> {
  const field = nameField(fields)
  if (!field.autoincrement_enabled) return draft
  for (;;) {
    const number = await takeNumber(tx, field.id)
    // autoincrement was switched off meanwhile
    if (number === undefined) throw new Unprocessable('InvalidValue', 'Name: cannot be blank')
    const name = makeNumberedName(field, number)
    if (!field.is_unique || (await findByUniqueValue(tx, field.id, name)) === undefined) return { ...draft, name }
  }
}

async function create(tx: Context, kind: WritableKind, input: RecordInput): Promise<RecordRow> {
  const allowed = await requireRecords(tx, kind.object, 'create')
  const draft = await assignName(tx, kind, await read(tx, kind, null, input))
  const triggered = await runTriggers(tx, kind, null, draft)
  // what the caller may create is checked without what the triggers change
  const isFree = matchesAll(allowed)
  const row = await insertRecord(tx, kind.object.id, isFree ? triggered.draft : draft, triggered.run)
  if (row === undefined) throw new RecordInvalid(makeTakenDetails('external_id', 'External ID'))
  refuseTaken(kind.fields, await claimUniqueValues(tx, row.id, uniqueValues(kind.fields, draft), true))
  if (!isFree && (await findRecord(tx, kind.object.id, { id: row.id }, allowed)) === undefined) throw new Forbidden()
  await cause(tx, kind, row.id, triggered)
  const isWritten = isFree || triggered.draft === draft
  return isWritten ? row : ensureDefined(await updateRecord(tx, row.id, triggered.draft, null))
}

/** Saves what triggers cause beside a record. */
async function cause(tx: Context, { object }: Kind, id: string, { effects }: TriggeredRecord): Promise<void> {
  if (effects.length === 0) return
  await saveEffects(tx, { custom_object_id: object.id, custom_object_record_id: id, author_id: tx.actor.id, effects })
}

/** The record, locked, if the caller may perform the action on it. @throws NotFound if the caller cannot read it @throws Forbidden */
async function lockAllowedRecord(tx: Context, { object }: Kind, name: RecordName, action: 'update' | 'delete'): Promise<RecordRow> {
  const readable = await requireRecords(tx, object, 'read')
  const allowed = await requireRecords(tx, object, action)
  const row = orNotFound(await findRecord(tx, object.id, name, readable, true))
  if (!matchesAll(allowed) && (await findRecord(tx, object.id, { id: row.id }, allowed)) === undefined) throw new Forbidden()
  return row
}

/** Locks a record that the caller may change until the transaction ends. @throws Forbidden @throws NotFound */
export const lockRecord = (tx: Context, kind: Kind, id: string): Promise<RecordRow> => lockAllowedRecord(tx, kind, { id }, 'update')

async function change(tx: Context, kind: WritableKind, name: RecordName, input: RecordInput): Promise<RecordRow> {
  const before = await lockAllowedRecord(tx, kind, name, 'update')
  const triggered = await runTriggers(tx, kind, before, await read(tx, kind, before, input))
  const { draft, run } = triggered
  const row = await updateRecord(tx, before.id, draft, run)
  if (row === undefined) throw new RecordInvalid(makeTakenDetails('external_id', 'External ID'))
  if (kind.fields.some((field) => field.is_unique))
    refuseTaken(kind.fields, await claimUniqueValues(tx, row.id, uniqueValues(kind.fields, draft), false))
  await cause(tx, kind, row.id, triggered)
  return row
}

/** Creates a record. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function createRecord(ctx: Context, objectKey: string, input: RecordInput): Promise<RecordRow> {
  const kind = await getWritableKind(ctx, objectKey)
  return inTransaction(ctx, (tx) => create(tx, kind, input))
}

/** Changes a record: only the fields that are sent. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeRecord(ctx: Context, objectKey: string, id: string, input: RecordInput): Promise<RecordRow> {
  const kind = await getWritableKind(ctx, objectKey)
  return inTransaction(ctx, (tx) => change(tx, kind, { id }, input))
}

/** The one of external id and name that was sent. @throws BadRequest */
function oneName({ external_id, name }: NamedQuery): { readonly external_id: string } | { readonly name: string } {
  if (external_id && !name) return { external_id }
  if (name && !external_id) return { name }
  throw new BadRequest('InvalidParameter', 'Send either external_id or name, not both')
}

/** The id of the record with this name. @throws Unprocessable if names are not unique */
async function findByName(ctx: Context, { fields }: Kind, name: string): Promise<RecordName | undefined> {
  const field = nameField(fields)
  if (!field.is_unique) throw new Unprocessable('NameNotUnique', 'A record can be named by its name only where names must be unique')
  const id = await findByUniqueValue(ctx, field.id, plainLine(name).trim())
  return id === undefined ? undefined : { id }
}

async function find(tx: Context, kind: Kind, by: ReturnType<typeof oneName>): Promise<RecordName | undefined> {
  if ('name' in by) return findByName(tx, kind, by.name)
  const row = await findRecord(tx, kind.object.id, by, { all: [] })
  return row === undefined ? undefined : { id: row.id }
}

const isTaken = (error: unknown) =>
  error instanceof RecordInvalid && (error.details.external_id ?? error.details.name)?.[0]?.error === 'DuplicateValue'

/**
 * Changes the record with this external id or name, or creates it.
 * @throws BadRequest @throws Forbidden @throws NotFound @throws RecordInvalid @throws Unprocessable
 */
export async function tryUpsertRecord(ctx: Context, objectKey: string, query: NamedQuery, input: RecordInput): Promise<PutRecord> {
  const kind = await getWritableKind(ctx, objectKey)
  const by = oneName(query)
  return inTransaction(ctx, async (tx) => {
    const found = await find(tx, kind, by)
    if (found === undefined) return { row: await create(tx, kind, { ...input, ...by }), isNew: true }
    return { row: await change(tx, kind, found, 'name' in by ? { ...input, name: by.name } : input), isNew: false }
  })
}

/**
 * As {@link tryUpsertRecord}, outside any transaction: if a concurrent call creates the record between the lookup and the insert, it is tried
 * once more.
 */
export function upsertRecord(ctx: Context, objectKey: string, query: NamedQuery, input: RecordInput): Promise<PutRecord> {
  return tryUpsertRecord(ctx, objectKey, query, input).catch((error: unknown) => {
    if (!isTaken(error)) throw error
    return tryUpsertRecord(ctx, objectKey, query, input)
  })
}

async function remove(tx: Context, kind: Kind, name: RecordName): Promise<string> {
  const { id } = await lockAllowedRecord(tx, kind, name, 'delete')
  await releaseFiles(tx, await emptyRecord(tx, id))
  return id
}

/** Removes a record: exports show that it existed, without its values. @throws Forbidden @throws NotFound */
export async function removeRecord(ctx: Context, objectKey: string, id: string): Promise<string> {
  const kind = await getKind(ctx, objectKey)
  return inTransaction(ctx, (tx) => remove(tx, kind, { id }))
}

/** Removes the record with this external id or name. @throws BadRequest @throws Forbidden @throws NotFound @throws Unprocessable */
export async function removeNamedRecord(ctx: Context, objectKey: string, query: NamedQuery): Promise<string> {
  const kind = await getKind(ctx, objectKey)
  const by = oneName(query)
  return inTransaction(ctx, async (tx) => {
    // checked before the lookup: callers without permission get the same error whether the record exists or not
    for (const action of ['read', 'delete'] as const) await requireRecords(tx, kind.object, action)
    const found = orNotFound(await find(tx, kind, by))
    return remove(tx, kind, found)
  })
}
