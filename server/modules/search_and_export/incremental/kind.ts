/** The kinds of exports, and the envelopes of their responses. @source docs/reference/conventions.md §4 */
import Type, { type TObject } from 'typebox'
import type { Context } from '#core/context.ts'
import { flag, text, whole } from '#http/answer_shape.ts'
import { linkTo } from '#http/envelope.ts'
import type { Address } from '#http/route.ts'
import { encodePosition } from '#http/export_position.ts'
import type { CursorPage, Exported, Find, TimePage } from '#http/export_page.ts'

/** Rows as JSON, and the sideloaded lists. */
export interface Presented<Shown = unknown> {
  readonly records: readonly Shown[]
  readonly siblings: Readonly<Record<string, unknown>>
}

/** One kind of record that can be exported. */
export interface Kind<Row, Shown> {
  readonly key: string
  /** The list of them, and those that may be sent along. */
  readonly lists: TObject
  readonly find: Find<Row>
  present(ctx: Context, rows: readonly Exported<Row>[], include: string | undefined): Promise<Presented<Shown>>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKind = Kind<any, unknown>

const TIME = { count: whole, end_of_stream: flag, next_page: text, end_time: whole }
const CURSOR = { after_url: text, before_url: Type.Null(), after_cursor: text, before_cursor: Type.Null(), end_of_stream: flag }

/** The answer of an export by time. */
export const timeAnswer = ({ lists }: AnyKind) => Type.Object({ ...lists.properties, ...TIME })
/** The answer of an export by cursor. */
export const cursorAnswer = ({ lists }: AnyKind) => Type.Object({ ...lists.properties, ...CURSOR })
/** The answer of an export by time of one of these kinds. */
export const anyTimeAnswer = (kinds: readonly AnyKind[]) =>
  Type.Object({ ...Type.Partial(Type.Object(Object.assign({}, ...kinds.map(({ lists }) => lists.properties)))).properties, ...TIME })

/** `next_page` is never null: later changes are found there. The members are in the order recorded for tickets. */
export function timeEnvelope(address: Address, key: string, page: TimePage<unknown>, { records, siblings }: Presented) {
  const after = page.after === null ? null : encodePosition(page.after)
  return {
    [key]: records,
    ...siblings,
    count: records.length,
    end_of_stream: page.end_of_stream,
    next_page: linkTo(address, { start_time: String(page.end_time), after }),
    end_time: page.end_time,
  }
}

/** `after_url` keeps all parameters of the request except the start. */
export function cursorEnvelope(address: Address, key: string, page: CursorPage<unknown>, { records, siblings }: Presented) {
  const after_cursor = encodePosition(page.after)
  return {
    [key]: records,
    ...siblings,
    after_url: linkTo(address, { start_time: null, cursor: after_cursor }),
    before_url: null,
    after_cursor,
    before_cursor: null,
    end_of_stream: page.end_of_stream,
  }
}
