/**
 * A ticket as a mould: its rows as text with holes where a copy has numbers, ids and moments of its own. Pure. What the rows hold
 * otherwise is not known here, so a column that is added later is copied like the others.
 */
import { toDate } from '../lib/clock.ts'
import { type Column, COPIED, type CopiedTable } from './copy_store.ts'

/** Text, or a hole: the ticket's number, the nth of its ids, a moment, a moment in seconds. */
type Piece = string | { readonly hole: 'ticket' } | { readonly hole: 'id' | 'moment' | 'seconds'; readonly value: number }

/** The rows of one ticket. `ids` is how many ids a copy needs, `at` when the ticket was made, in milliseconds. */
export interface Mould {
  readonly ids: number
  readonly at: number
  readonly rows: Readonly<Record<CopiedTable, readonly Piece[]>>
}

/** What a copy has of its own. `shift` is in milliseconds and whole seconds. */
export interface Cast {
  readonly ticket: number
  readonly firstId: number
  readonly shift: number
}

/** The rows of some tickets, by table. */
export type Rows = Readonly<Record<CopiedTable, { readonly columns: readonly Column[]; readonly rows: readonly string[][] }>>

const JSON_ID = /"id": (\d+)/g
const HOLES = /"id": (\d+)|"(\d{4}-\d\d-\d\dT[\d:.]+Z)"|: (1[5-9]\d{8}|2[01]\d{8})(?=[,}])/g

/** Makes a mould of each ticket. */
export function makeMoulds(ids: readonly number[], tables: Rows): Mould[] {
  const byTicket = new Map(ids.map((id) => [String(id), id]))
  const own = new Map<string, Record<CopiedTable, string[][]>>()
  for (const table of Object.keys(COPIED) as CopiedTable[]) {
    const { columns, rows } = tables[table]
    const place = columns.findIndex((column) => column.name === COPIED[table])
    for (const row of rows) {
      const key = row[place] as string
      if (!byTicket.has(key)) continue
      const found = own.get(key) ?? { tickets: [], ticket_audits: [], ticket_comments: [], ticket_metric_events: [], ticket_texts: [] }
      own.set(key, found)
      found[table].push(row)
    }
  }
  return [...own.values()].map((rows) => makeMould(rows, tables))
}

function makeMould(rows: Record<CopiedTable, string[][]>, tables: Rows): Mould {
  const column = (table: CopiedTable, name: string) => tables[table].columns.findIndex((one) => one.name === name)
  const ids = new Set<number>()
  for (const row of rows.ticket_audits) ids.add(Number(row[column('ticket_audits', 'id')]))
  for (const row of rows.ticket_audits)
    for (const [, id] of (row[column('ticket_audits', 'events')] as string).matchAll(JSON_ID)) ids.add(Number(id))
  const numbers = new Map([...ids].sort((one, other) => one - other).map((id, index) => [id, index]))
  const pieces = (table: CopiedTable) => joined(rows[table].flatMap((row) => rowPieces(row, table, tables[table].columns, numbers)))
  return {
    ids: ids.size,
    at: momentOf(rows.tickets[0]?.[column('tickets', 'created_at')] as string),
    rows: {
      tickets: pieces('tickets'),
      ticket_audits: pieces('ticket_audits'),
      ticket_comments: pieces('ticket_comments'),
      ticket_metric_events: pieces('ticket_metric_events'),
      ticket_texts: pieces('ticket_texts'),
    },
  }
}

type Numbers = ReadonlyMap<number, number>

function rowPieces(row: readonly string[], table: CopiedTable, columns: readonly Column[], numbers: Numbers): Piece[] {
  return row.flatMap((text, index): Piece[] => {
    const { name, type } = columns[index] as Column
    const end = index === row.length - 1 ? '\n' : '\t'
    if (text === '\\N') return [text, end]
    if (name === COPIED[table]) return [{ hole: 'ticket' }, end]
    if (table !== 'tickets' && (name === 'id' || name === 'audit_id')) return [{ hole: 'id', value: placeOf(numbers, Number(text)) }, end]
    if (type === 'timestamp with time zone') return [{ hole: 'moment', value: momentOf(text) }, end]
    return type === 'jsonb' ? [...jsonPieces(text, numbers), end] : [text, end]
  })
}

function placeOf(numbers: Numbers, id: number): number {
  const place = numbers.get(id)
  if (place === undefined) throw new Error(`Id ${id} is that of no audit and no event`)
  return place
}

function jsonPieces(text: string, numbers: Numbers): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(HOLES)) {
    const [whole, id, moment, seconds] = found
    const place = id === undefined ? undefined : numbers.get(Number(id))
    if (id !== undefined && place === undefined) continue // of something else
    pieces.push(text.slice(end, found.index))
    if (place !== undefined) pieces.push('"id": ', { hole: 'id', value: place })
    else if (moment !== undefined) pieces.push('"', { hole: 'moment', value: momentOf(moment) }, '"')
    else pieces.push(': ', { hole: 'seconds', value: Number(seconds) })
    end = found.index + whole.length
  }
  return [...pieces, text.slice(end)]
}

const momentOf = (text: string) => toDate(text.replace(' ', 'T').replace(/\+00$/, 'Z')).getTime()

function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') whole[whole.length - 1] = last + piece
    else whole.push(piece)
  }
  return whole
}

/** The text of a copy's rows in one table. */
export function cast(pieces: readonly Piece[], { ticket, firstId, shift }: Cast): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if (piece.hole === 'ticket') text += ticket
    else if (piece.hole === 'id') text += firstId + piece.value
    else if (piece.hole === 'moment') text += toDate(piece.value + shift).toISOString()
    else text += piece.value + shift / 1000
  }
  return text
}
