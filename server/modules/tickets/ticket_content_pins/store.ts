/** Every statement on pinned content. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** Content that is pinned to a ticket. */
export interface PinRow {
  readonly id: string
  readonly ticket_id: number
  readonly content_id: string
  readonly content_type: string
  readonly locale: string | null
  readonly created_at: string
}

const COLUMNS = 'id, ticket_id, content_id, content_type, locale, created_at'
const insert =
  defineStatement<PinRow>(`insert into ticket_content_pins (account_id, id, ticket_id, content_id, content_type, locale, created_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing returning ${COLUMNS}`)
const find = defineStatement<PinRow>(`select ${COLUMNS} from ticket_content_pins where account_id = $1 and id = $2`)
const ofTicket = defineStatement<PinRow>(
  `select ${COLUMNS} from ticket_content_pins where account_id = $1 and ticket_id = $2 order by created_at, id`,
)
const remove = defineStatement<PinRow>(`delete from ticket_content_pins where account_id = $1 and id = $2 returning ${COLUMNS}`)

/** Writes a pin; undefined if the content is pinned already. */
export function insertPin(ctx: Context, pin: Omit<PinRow, 'created_at'>): Promise<PinRow | undefined> {
  const { id, ticket_id, content_id, content_type, locale } = pin
  return ctx.db.first(insert(ctx.account.id, id, ticket_id, content_id, content_type, locale, ctx.now))
}

/** The pin with this id, on any ticket. */
export function findPin(ctx: Context, id: string): Promise<PinRow | undefined> {
  return ctx.db.first(find(ctx.account.id, id))
}

/** The pins of a ticket. */
export function pinsOf(ctx: Context, ticketId: number): Promise<PinRow[]> {
  return ctx.db.all(ofTicket(ctx.account.id, ticketId))
}

/** Removes a pin; undefined if it no longer exists. */
export function deletePin(ctx: Context, id: string): Promise<PinRow | undefined> {
  return ctx.db.first(remove(ctx.account.id, id))
}
