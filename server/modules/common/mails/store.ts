/** SQL of outgoing mails, except the deletion of old ones. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { MailsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { MAIL_STATES } from './schema.ts'
import { keysOf } from '#lib/objects.ts'

export type MailRow = Omit<Selectable<MailsTable>, 'account_id' | 'claimed_until' | 'state'> & { readonly state: MailState }
export type MailState = (typeof MAIL_STATES)[number]

/** The columns of a new mail. */
export type NewMail = Pick<
  MailRow,
  'user_id' | 'ticket_id' | 'comment_id' | 'topic' | 'to_address' | 'subject' | 'body' | 'html' | 'message_id' | 'error'
> & {
  readonly state: MailState
}

/** The filters of a list. */
export interface MailFilter {
  readonly states?: readonly string[]
  readonly topic?: string
}

/** A mail as lists show it: how it looks may be long, and is not shown. */
export type ListedMailRow = Omit<MailRow, 'html'>

const LISTED = [
  'id',
  'user_id',
  'ticket_id',
  'comment_id',
  'topic',
  'to_address',
  'subject',
  'body',
  'message_id',
  'state',
  'attempts',
  'error',
  'created_at',
  'sent_at',
] as const
const COLUMNS = [...LISTED, 'html'].join(', ')
const byId = [{ key: 'id', column: 'id', kind: 'number', descending: true }] as const

/** Lists of mails are sorted newest first. */
export const MAIL_SORTING: Sorting = { fallback: byId, cursor: { id: byId }, offset: { id: byId } }

// each text is sent once, however many mails have it
const NEW = {
  user_id: 'bigint',
  ticket_id: 'bigint',
  comment_id: 'bigint',
  topic: 'text',
  to_address: 'text',
  subject: 'text',
  message_id: 'text',
  state: 'text',
  error: 'text',
} as const satisfies Record<keyof Omit<NewMail, 'body' | 'html'>, string>
const NEW_COLUMNS = keysOf(NEW)
const insert = defineStatement<{ id: number; state: MailState }>(
  `insert into mails (account_id, created_at, body, html, ${NEW_COLUMNS.join(', ')})
  select $1, $2, b.body, b.html, ${NEW_COLUMNS.map((name) => `m.${name}`).join(', ')}
  from unnest($5::integer[], ${NEW_COLUMNS.map((name, index) => `$${index + 6}::${NEW[name]}[]`).join(', ')})
      with ordinality as m (body_at, ${NEW_COLUMNS.join(', ')}, place)
    join unnest($3::text[], $4::text[]) with ordinality as b (body, html, at) on b.at = m.body_at
  order by m.place
  returning id, state`,
)
const find = defineStatement<MailRow>(`select ${COLUMNS} from mails where account_id = $1 and id = $2`)
const lock = defineStatement<MailRow>(`select ${COLUMNS} from mails where account_id = $1 and id = $2 for update`)
const claim = defineStatement<MailRow>(`update mails set attempts = attempts + 1, claimed_until = $4
  where account_id = $1 and id = $2 and state = 'queued' and (claimed_until is null or claimed_until <= $3) returning ${COLUMNS}`)
const setOutcome = defineStatement<unknown>(`update mails set state = $4, error = $5, sent_at = $6, claimed_until = null
  where account_id = $1 and id = $2 and attempts = $3 and state = 'queued'`)
const restart =
  defineStatement<MailRow>(`update mails set state = $3, message_id = $4, attempts = 0, error = null, claimed_until = null, sent_at = null
  where account_id = $1 and id = $2 returning ${COLUMNS}`)

/** A page of mails. */
export function listMails(ctx: Context, filter: MailFilter, paging: Paging): Promise<Page<ListedMailRow>> {
  let query = q.selectFrom('mails').select(LISTED).where('account_id', '=', ctx.account.id)
  if (filter.states !== undefined) query = query.where('state', 'in', [...filter.states])
  if (filter.topic !== undefined) query = query.where('topic', '=', filter.topic)
  return readPage(ctx, query.$castTo<ListedMailRow>(), paging)
}

/** One mail, if it is there. */
export function findMail(ctx: Context, id: number): Promise<MailRow | undefined> {
  return ctx.db.first(find(ctx.account.id, id))
}

/** One mail. @throws NotFound */
export async function getMail(ctx: Context, id: number): Promise<MailRow> {
  return orNotFound(await findMail(ctx, id))
}

/** One mail, locked until the transaction ends. @throws NotFound */
export async function lockMail(ctx: Context, id: number): Promise<MailRow> {
  return orNotFound(await ctx.db.first(lock(ctx.account.id, id)))
}

/** Inserts mails with one statement. Returns their ids and states, in their order. */
export function insertMails(ctx: Context, mails: readonly NewMail[]): Promise<{ readonly id: number; readonly state: MailState }[]> {
  const places = new Map<string, Map<string | null, number>>()
  const texts: NewMail[] = []
  const body_places = mails.map((mail) => {
    const placesOfBody = places.get(mail.body) ?? new Map<string | null, number>()
    const place = placesOfBody.get(mail.html) ?? texts.push(mail)
    places.set(mail.body, placesOfBody.set(mail.html, place))
    return place
  })
  const bodies = [texts.map(({ body }) => body), texts.map(({ html }) => html), body_places]
  return ctx.db.all(insert(ctx.account.id, ctx.now, ...bodies, ...NEW_COLUMNS.map((name) => mails.map((mail) => mail[name]))))
}

/** Claims a queued mail for one delivery, until a moment of the machine's clock; undefined when it is claimed or not queued any more. */
export function claimMail(ctx: Context, id: number, machineTime: Date, until: Date): Promise<MailRow | undefined> {
  return ctx.db.first(claim(ctx.account.id, id, machineTime, until))
}

/** Records the outcome of a delivery, unless a later one has begun. */
export async function recordDelivery(ctx: Context, claimed: MailRow, state: MailState, error: string | null): Promise<void> {
  await ctx.db.run(setOutcome(ctx.account.id, claimed.id, claimed.attempts, state, error, state === 'sent' ? ctx.now : null))
}

/** Resets a mail to its state before delivery, with a new message id. */
export async function restartMail(ctx: Context, id: number, state: MailState, message_id: string): Promise<MailRow> {
  return ctx.db.one(restart(ctx.account.id, id, state, message_id))
}
