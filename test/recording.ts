/**
 * Records what tests say to the application and what it answers, for the examples of the API page: `DESKHAND_RECORD_EXCHANGES=FOLDER npm test`
 * writes a line for each exchange; `node tools/deskhand.cjs examples FOLDER` chooses from them.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** One call as it went over the wire. Headers that say who called are not kept. */
export interface Exchange {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly base_url: string
  readonly sent?: unknown
  readonly sent_type?: string | undefined
  readonly status: number
  /** Made to be an example: see {@link EXAMPLE}. */
  readonly is_preferred: boolean
  /** Whether the answer warned of members that it did not know. */
  readonly is_warned: boolean
  readonly answered?: unknown
  readonly answered_type?: string | undefined
}

/** A header of calls that are made to be examples; it means nothing to the application. */
export const EXAMPLE = 'x-example'

const FOLDER = process.env.DESKHAND_RECORD_EXCHANGES
/** What is longer would not be chosen. */
const MOST_TEXT = 200_000

/** Keeps an exchange where that is asked for. */
export function recordExchange(exchange: Exchange): void {
  if (FOLDER === undefined || exchange.status >= 500) return
  const line = JSON.stringify(exchange)
  if (line.length > MOST_TEXT) return
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${line}\n`)
}
