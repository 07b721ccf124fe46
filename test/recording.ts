/**
 * Records the calls of tests and their responses, for the examples of the API reference: `DESKHAND_RECORD_EXCHANGES=FOLDER npm test`
 * writes a line for each exchange; `node tools/deskhand.cjs examples FOLDER` chooses from them.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** One call and its response. Headers that identify the caller are not recorded. */
export interface Exchange {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly base_url: string
  readonly sent?: unknown
  readonly sent_type?: string | undefined
  readonly status: number
  /** Made as an example: see {@link EXAMPLE}. */
  readonly is_preferred: boolean
  /** Whether the response warned about unknown members. */
  readonly is_warned: boolean
  readonly answered?: unknown
  readonly answered_type?: string | undefined
}

/** A header of calls made as examples; the application ignores it. */
export const EXAMPLE = 'x-example'

const FOLDER = process.env.DESKHAND_RECORD_EXCHANGES
/** Longer exchanges would not be chosen. */
const MAX_TEXT = 200_000

/** Records an exchange if recording is on. */
export function recordExchange(exchange: Exchange): void {
  if (FOLDER === undefined || exchange.status >= 500) return
  const line = JSON.stringify(exchange)
  if (line.length > MAX_TEXT) return
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${line}\n`)
}
