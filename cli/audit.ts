/** The commands on the audit log: export it, print the head of its chain, and verify an export without a database. */
import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { appendAudit } from '#accounts/audit_chain.ts'
import { AccountError } from '#accounts/create.ts'
import type { Database } from '#db/client.ts'
import { makeIds } from '#db/ids.ts'
import { accountNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { messageOf } from '#lib/error_words.ts'
import { parseOwn } from '#lib/json.ts'
import { byteLines } from '#modules/common/audit_logs/byte_lines.ts'
import type { ChainHead } from '#lib/hash_chain.ts'
import { headText, readHead } from '#modules/common/audit_logs/chain.ts'
import { readChainedLines, getChainHead, readUnchainedLines } from '#modules/common/audit_logs/chain_store.ts'
import { beginVerification, type Fault, type Progress } from '#modules/common/audit_logs/verify.ts'
import { accountNamed, withDatabase } from './database.ts'

const AT_ONCE = 1000
/** Faults that are printed; of the others only the number is. */
const MAX_SHOWN = 50
/** Larger than any entry can be. */
const MAX_LINE_BYTES = 64 * 1024 ** 2

interface VerifyOptions {
  readonly file: string
  readonly head?: string
  readonly after?: string
}

/** The head of an instance's chain, in the form it is published in. @throws AccountError */
export function auditHead(subdomain: string): Promise<string> {
  return withDatabase(async (database) => headText(await getChainHead(database, (await accountNamed(database, subdomain)).id)))
}

/** Writes all entries of an instance, one a line, the unchained ones first; recorded as an export by the system. @throws AccountError */
export function exportAudit(subdomain: string, out: NodeJS.WritableStream): Promise<void> {
  return withDatabase(async (database) => {
    const account = await accountNamed(database, subdomain)
    const { position } = await getChainHead(database, account.id)
    await appendAudit(database, makeIds(), {
      account_id: account.id,
      actor_id: -1,
      actor_name: 'System',
      action: 'exported',
      source_type: 'audit_log',
      source_id: account.id,
      source_label: 'Audit log',
      change_description: `Exported by the command line up to position ${position}`,
      ip_address: null,
      details: {},
      created_at: accountNow(account.settings.clock).toISOString(),
    })
    for await (const lines of readAllLines(database, account.id, position))
      if (!out.write(lines.map((line) => `${line}\n`).join(''))) await once(out, 'drain')
  })
}

async function* readAllLines(database: Database, accountId: number, until: number): AsyncGenerator<readonly string[]> {
  for (let after_id = 0; ;) {
    const { lines, last_id } = await readUnchainedLines(database, accountId, after_id, AT_ONCE)
    if (lines.length === 0) break
    yield lines
    after_id = last_id
  }
  for (let after = 0; after < until;) {
    const lines = await readChainedLines(database, accountId, { after, until, limit: AT_ONCE })
    if (lines.length === 0) break // the verification reports what is missing
    yield lines
    after = parseOwn<ChainHead>(ensureDefined(lines.at(-1))).position
  }
}

/**
 * Verifies an export and returns a report. @throws AccountError listing every wrong line with its fault, or saying that the file cannot be
 * read
 * @source docs/audit.md
 */
export async function verifyAudit(options: VerifyOptions): Promise<string> {
  const published = anchor(options.head, '--head')
  const after = anchor(options.after, '--after')
  if (published !== undefined && published.position <= (after?.position ?? 0))
    throw new AccountError('--head must have a later position than --after')
  const verification = beginVerification({ ...(published === undefined ? {} : { published }), ...(after === undefined ? {} : { after }) })
  const faults: Fault[] = []
  let total = 0
  const note = (found: readonly Fault[]) => {
    total += found.length
    faults.push(...found.slice(0, MAX_SHOWN - faults.length))
  }
  let lines = 0
  for await (const { bytes, is_ended } of byteLines(await openInput(options.file), MAX_LINE_BYTES)) {
    lines += 1
    note(bytes === null ? verification.skip() : verification.read(bytes))
    if (!is_ended)
      note([{ line: lines, position: null, kind: 'cut_off', reason: 'The line does not end with a line feed: it was cut off' }])
  }
  note(verification.end())
  if (total > 0) throw new AccountError(faultReport(faults, total, lines))
  return report(verification.progress(), published, after)
}

/** The bytes of the file, or of standard input for `-`. @throws AccountError when it cannot be opened */
async function openInput(file: string): Promise<AsyncIterable<Buffer>> {
  if (file === '-') return process.stdin
  const input = createReadStream(file)
  try {
    await once(input, 'open')
  } catch (error) {
    throw new AccountError(`The file cannot be read: ${messageOf(error)}`)
  }
  return input
}

function faultReport(faults: readonly Fault[], total: number, lines: number): string {
  const hidden = total - faults.length
  return [
    ...faults.map(sentenceOf),
    ...(hidden === 0 ? [] : [`… and ${hidden} more`]),
    `${total} ${total === 1 ? 'fault' : 'faults'} in ${lines} ${lines === 1 ? 'line' : 'lines'}.`,
  ].join('\n')
}

function anchor(text: string | undefined, option: string): ChainHead | undefined {
  if (text === undefined) return undefined
  const head = readHead(text)
  if (head === undefined) throw new AccountError(`${option} takes <position>:<hash>, with a hash of 64 small hexadecimal letters`)
  return head
}

function sentenceOf({ line, position, kind, reason }: Fault): string {
  return `Line ${line}${position === null ? '' : `, position ${position}`}: ${reason} (${kind})`
}

function report({ chained, unchained, account_id, head }: Progress, published?: ChainHead, after?: ChainHead): string {
  const first = (after?.position ?? 0) + 1
  const span = chained === 0 ? 'No chained entries' : `${chained} entries, positions ${first} to ${head.position}`
  const later = published === undefined ? 0 : head.position - published.position
  return [
    `The audit log of instance ${account_id} is whole: ${span}.`,
    `Head ${headText(head)}`,
    published === undefined
      ? 'Without --head, missing entries at the end and a completely rewritten log cannot be detected.'
      : `It holds the published head ${headText(published)}${later === 0 ? '.' : `; the ${later} entries after it are not verified yet.`}`,
    ...(unchained === 0 ? [] : [`${unchained} entries were written before the log was chained and cannot be verified.`]),
  ].join('\n')
}
