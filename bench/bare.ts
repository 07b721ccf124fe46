/**
 * The baseline server: node:http, one prepared statement, JSON.stringify; no authentication, no rate limits, no request log. It shows the
 * best that the database and the platform can do on the product's own tables. Started by setup.ts; BARE_ADDRESS is the address of the
 * database, BARE_ACCOUNTS the instance whose tickets it reads and the one it writes to, both as JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { LISTED } from '#modules/tickets/tickets/list.ts'
import { answerParent } from './child.ts'
import { readOwnProcessorTime } from './meter.ts'

const address = JSON.parse(process.env.BARE_ADDRESS as string) as { host: string; port: number; username: string; database: string }
const { reads, writes } = JSON.parse(process.env.BARE_ACCOUNTS as string) as { reads: number; writes: number }
const sql = postgres({ ...address, max: 10, onnotice: () => {} })
const columns = LISTED.join(', ')
const one = `select ${columns} from tickets where account_id = $1 and id = $2`
const list = `select ${columns} from tickets where account_id = $1 and deleted_at is null order by id limit 100`
const search = `with m as materialized (select ticket_id from ticket_texts where account_id = $1 and words @@ $2::tsquery)
  select (select count(*) from m) as total, ${LISTED.map((column) => `t.${column}`).join(', ')} from m join tickets t on t.account_id = $1 and t.id = m.ticket_id
  order by t.id desc limit 100`
const create = `with n as (update ticket_counters set last_id = last_id + 1, live_count = live_count + 1 where account_id = $1 returning last_id as id),
  t as (insert into tickets (account_id, id, via_id, via, subject, description, status, custom_status_id, requester_id, submitter_id, brand_id, ticket_form_id, is_public, created_at, updated_at, generated_at, status_updated_at, requester_updated_at)
    select $1, n.id, 5, $2::jsonb, $3::text, $4::text, 'new', 1, 1, 1, 1, 1, true, $5::timestamptz, $5::timestamptz, $5::timestamptz, $5::timestamptz, $5::timestamptz from n returning ${columns}),
  a as (insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at) select $1, $6::bigint, t.id, 1, $2::jsonb, '{}', $7::jsonb, $5::timestamptz from t),
  c as (insert into ticket_comments (account_id, id, ticket_id, audit_id, author_id, public, body, html_body, plain_body, via, metadata, created_at)
    select $1, $6::bigint + 1, t.id, $6::bigint, 1, true, $4::text, $4::text, $4::text, $2::jsonb, '{}', $5::timestamptz from t)
  select * from t`
const via = { channel: 'api', source: { from: {}, to: {}, rel: null } }
let nextId = 5_000_000_000

async function answer(method: string, url: string, body: string): Promise<unknown> {
  if (method === 'POST') {
    const { subject, text } = JSON.parse(body) as { subject: string; text: string }
    nextId += 2
    const [row] = await sql.unsafe(
      create,
      [writes, via, subject, text, new Date(), nextId, [{ id: nextId + 1, type: 'Comment' }]] as never[],
      { prepare: true },
    )
    return { ticket: row }
  }
  if (url.startsWith('/search/')) {
    const word = `'a${reads}x${url.slice('/search/'.length)}':*`
    return { results: await sql.unsafe(search, [reads, word] as never[], { prepare: true }) }
  }
  const id = url.slice('/tickets/'.length)
  if (id !== '') return { ticket: (await sql.unsafe(one, [reads, id] as never[], { prepare: true }))[0] }
  return { tickets: await sql.unsafe(list, [reads] as never[], { prepare: true }) }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const body = JSON.stringify(await answer(request.method ?? 'GET', request.url ?? '/', Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => answerParent({ port: (server.address() as AddressInfo).port }, readOwnProcessorTime))
