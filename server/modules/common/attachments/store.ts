/** Every statement on attachments. Those on stored files are in file_store.ts. */
import type { Selectable } from 'kysely'
import { mayManageSuspended } from '#permissions/suspended_tickets.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup, q } from '#db/builder.ts'
import type { AttachmentsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { memberOf } from '#lib/error_words.ts'
import { fromKeys } from '#lib/objects.ts'

export type AttachmentRow = Omit<Selectable<AttachmentsTable>, 'account_id'>

/** What a new attachment belongs to: an upload, or a user or brand as its picture. */
export type Holder = { readonly upload_id: number } | { readonly photo_of_id: number } | { readonly logo_of_id: number }

/** The columns written of a new attachment. */
export type NewAttachment = Pick<
  AttachmentRow,
  'file_id' | 'file_name' | 'content_type' | 'picture_type' | 'size' | 'width' | 'height' | 'inline'
>

export const ATTACHMENT_COLUMNS = [
  'id',
  'file_id',
  'upload_id',
  'ticket_id',
  'comment_id',
  'photo_of_id',
  'logo_of_id',
  'macro_id',
  'author_id',
  'file_name',
  'content_type',
  'picture_type',
  'size',
  'width',
  'height',
  'inline',
  'malware_access_override',
  'created_at',
] as const
const LISTED = ATTACHMENT_COLUMNS.map((name) => `a.${name}`).join(', ')

const insert =
  defineStatement<AttachmentRow>(`with held as (update stored_files f set loose_since = null where f.account_id = $1 and f.id = $2)
  insert into attachments (account_id, file_id, upload_id, photo_of_id, logo_of_id, author_id, file_name, content_type, picture_type, size, width, height, inline, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning ${ATTACHMENT_COLUMNS.join(', ')}`)
const ofUpload = defineStatement<AttachmentRow>(
  `select ${LISTED} from attachments a where a.account_id = $1 and a.upload_id = $2 order by a.id`,
)
const ofComments = defineStatement<AttachmentRow>(
  `select ${LISTED} from attachments a where a.account_id = $1 and a.comment_id = any($2::bigint[]) order by a.id`,
)
const give = defineStatement<AttachmentRow>(`with spent as (delete from uploads u where u.account_id = $1 and u.id = any($2::bigint[]))
  update attachments a set upload_id = null, ticket_id = $3, comment_id = $4, inline = a.inline or a.id = any($5::bigint[])
  where a.account_id = $1 and a.upload_id = any($2::bigint[]) returning ${LISTED}`)
const ofSuspended = defineStatement<AttachmentRow & { suspended_ticket_id: number }>(`select ${LISTED}, u.suspended_ticket_id
  from uploads u join attachments a on a.account_id = $1 and a.upload_id = u.id
  where u.account_id = $1 and u.suspended_ticket_id = any($2::bigint[]) order by a.id`)
const move = defineStatement<unknown>('update attachments set upload_id = $3 where account_id = $1 and upload_id = any($2::bigint[])')
const override = defineStatement<unknown>('update attachments set malware_access_override = $3 where account_id = $1 and id = $2')
const redact =
  defineStatement<AttachmentRow>(`update attachments a set file_id = null, file_name = 'redacted.txt', content_type = 'text/plain',
  picture_type = null, size = 0, width = null, height = null where a.account_id = $1 and a.id = $2 and a.file_id is not null returning ${LISTED}`)
const removeOne = defineStatement<{ file_id: number | null }>('delete from attachments where account_id = $1 and id = $2 returning file_id')
const BY = ['upload_id', 'ticket_id', 'photo_of_id', 'logo_of_id'] as const
const removeOf = fromKeys(BY, (column) =>
  defineStatement<{ file_id: number | null }>(
    `delete from attachments where account_id = $1 and ${column} = any($2::bigint[]) returning file_id`,
  ),
)

const lockOf = {
  photo_of_id: defineStatement<unknown>('select id from users where account_id = $1 and id = $2 for no key update'),
  logo_of_id: defineStatement<unknown>('select id from brands where account_id = $1 and id = $2 for no key update'),
}

/** Locks the user or brand whose picture is about to be written, so that concurrent writes are serialised. */
export async function lockHolder(tx: Context, by: keyof typeof lockOf, id: number): Promise<void> {
  await tx.db.first(lockOf[by](tx.account.id, id))
}

/** The columns of a {@link Holder}, in the order of the insert. */
const OWNERS = ['upload_id', 'photo_of_id', 'logo_of_id'] as const

/** Inserts an attachment. Its stored file is no longer loose. */
export async function insertAttachment(ctx: Context, holder: Holder, given: NewAttachment): Promise<AttachmentRow> {
  const { file_id, file_name, content_type, picture_type, size, width, height, inline } = given
  const owners = OWNERS.map((name) => memberOf(holder, name) ?? null)
  const what = [file_name, content_type, picture_type, size, width, height, inline]
  return ctx.db.one(insert(ctx.account.id, file_id, ...owners, ctx.actor.id, ...what, ctx.now))
}

/** The attachments of an upload, in the order they were sent. */
export function attachmentsOfUpload(ctx: Context, uploadId: number): Promise<AttachmentRow[]> {
  return ctx.db.all(ofUpload(ctx.account.id, uploadId))
}

/** The attachments of these comments. */
export function attachmentsOfComments(ctx: Context, commentIds: readonly number[]): Promise<AttachmentRow[]> {
  return commentIds.length === 0 ? Promise.resolve([]) : ctx.db.all(ofComments(ctx.account.id, commentIds))
}

/** The attachments of these suspended tickets, in the order they were sent. */
export function attachmentsOfSuspended(
  ctx: Context,
  suspendedIds: readonly number[],
): Promise<(AttachmentRow & { readonly suspended_ticket_id: number })[]> {
  return suspendedIds.length === 0 ? Promise.resolve([]) : ctx.db.all(ofSuspended(ctx.account.id, suspendedIds))
}

/** Moves the attachments of these uploads to another one. */
export async function moveToUpload(tx: Context, uploadIds: readonly number[], uploadId: number): Promise<void> {
  await tx.db.run(move(tx.account.id, uploadIds, uploadId))
}

/**
 * The attachment, if the caller may see what it belongs to. Of an upload: its author and administrators, and with a suspended ticket agents
 * who manage these.
 * @throws NotFound
 */
export async function getAttachment(ctx: Context, id: number): Promise<AttachmentRow> {
  const query = q
    .selectFrom('attachments as a')
    .select(ATTACHMENT_COLUMNS.map((column) => `a.${column}` as const))
    .where('a.account_id', '=', ctx.account.id)
    .where('a.id', '=', id)
    .where((eb) => {
      const visibleTicket = eb
        .selectFrom('tickets')
        .select('tickets.id')
        .where('tickets.account_id', '=', ctx.account.id)
        .whereRef('tickets.id', '=', 'a.ticket_id')
        .where('tickets.deleted_at', 'is', null)
        .where(ticketScope(ctx.actor))
      const suspended = eb
        .selectFrom('uploads as u')
        .select('u.id')
        .where('u.account_id', '=', ctx.account.id)
        .whereRef('u.id', '=', 'a.upload_id')
        .where('u.suspended_ticket_id', 'is not', null)
      const ownOrSuspended = [eb('a.author_id', '=', ctx.actor.id), ...(mayManageSuspended(ctx) ? [eb.exists(suspended)] : [])]
      const waiting = ctx.actor.role === 'admin' ? eb.lit(true) : eb.or(ownOrSuspended)
      return eb.or([
        eb.and([eb('a.ticket_id', 'is', null), eb('a.upload_id', 'is', null), eb('a.macro_id', 'is', null)]),
        eb.and([eb('a.upload_id', 'is not', null), waiting]),
        eb.exists(visibleTicket),
      ])
    })
  return orNotFound(await ctx.db.first(query))
}

const byId = defineLookup<AttachmentRow>(`select ${LISTED} from attachments a where a.account_id = $1 and a.id = $2`)
const isPublic = defineStatement<{ public: boolean }>('select c.public from ticket_comments c where c.account_id = $1 and c.id = $2')

/** The attachment, without a check of permissions. */
export function findAttachment(ctx: Context, id: number): Promise<AttachmentRow | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}

/** True for a comment that end users can see. */
export async function isCommentPublic(ctx: Context, commentId: number): Promise<boolean> {
  return (await ctx.db.first(isPublic(ctx.account.id, commentId)))?.public === true
}

/** Moves the attachments of uploads to a comment and deletes the uploads. `inlineIds`: those embedded in its text as pictures. */
export async function moveToComment(
  ctx: Context,
  uploadIds: readonly number[],
  to: { readonly ticket_id: number; readonly comment_id: number; readonly inlineIds: readonly number[] },
): Promise<AttachmentRow[]> {
  const rows = await ctx.db.all(give(ctx.account.id, uploadIds, to.ticket_id, to.comment_id, to.inlineIds))
  return rows.sort((one, other) => one.id - other.id)
}

/** Sets whether the file can be downloaded although malware was found in it. */
export async function updateOverride(ctx: Context, id: number, value: boolean): Promise<void> {
  await ctx.db.run(override(ctx.account.id, id, value))
}

/** Replaces an attachment by an empty file; undefined when it is redacted already. @source docs/reference/tickets.md §6.4 */
export function redactAttachment(ctx: Context, id: number): Promise<AttachmentRow | undefined> {
  return ctx.db.first(redact(ctx.account.id, id))
}

const fileIds = (rows: readonly { file_id: number | null }[]) => rows.flatMap((row) => (row.file_id === null ? [] : [row.file_id]))

/** Deletes an attachment and returns the ids of its stored files. */
export async function deleteAttachment(ctx: Context, id: number): Promise<number[]> {
  return fileIds(await ctx.db.all(removeOne(ctx.account.id, id)))
}

/** Deletes the attachments of these uploads, tickets, users or brands and returns the ids of their stored files. */
export async function deleteAttachmentsOf(ctx: Context, by: (typeof BY)[number], ids: readonly number[]): Promise<number[]> {
  return ids.length === 0 ? [] : fileIds(await ctx.db.all(removeOf[by](ctx.account.id, ids)))
}
