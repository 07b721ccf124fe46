/** Pages through a list, as a client that follows the links does. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'

/** The last record reachable by page numbers. @source docs/reference/conventions.md §3 */
export const DEEPEST = 10_000

/** A list: its client, its path and query, and the member that identifies its records. */
export interface Walk {
  readonly api: Client
  readonly path: string
  readonly query: string
  readonly name: string
}

type Body = any // tests access members of envelopes freely

/** One page of a list: the names of its records, and the body. */
export async function readPart({ api, path, name, query }: Walk): Promise<{ records: string[]; body: Body }> {
  const { status, body } = await api.get(`${path}?${query}`)
  assert.equal(status, 200, `${path}?${query}: ${JSON.stringify(body)}`)
  const list = Object.values(body).find((member) => Array.isArray(member)) as Record<string, unknown>[]
  const records = list.map((record) => String(record[name]))
  assert.ok(!records.includes('undefined'), `${path} brings records without ${name}`)
  return { records, body }
}

const extractQuery = (link: string) => link.slice(link.indexOf('?') + 1)

/** Every record, following the links from page to page, and the last page. Stops at the deepest page number. */
async function walk(list: Walk, onward: (body: Body) => string | null): Promise<{ records: string[]; last: string[]; body: Body }> {
  const records: string[] = []
  const what = `${list.path}?${list.query}`
  for (let query = list.query, pages = 1; ; pages += 1) {
    const { records: last, body } = await readPart({ ...list, query })
    records.push(...last)
    const link = onward(body)
    if (link === null || (records.length === DEEPEST && body.meta === undefined)) {
      const twice = records.filter((each, at) => records.length < 1000 && records.indexOf(each) < at)
      assert.equal(new Set(records).size, records.length, `${what} brings some twice: ${twice.join()}`)
      return { records, last, body }
    }
    assert.ok(pages < 120, `${what} does not end`)
    query = extractQuery(link)
  }
}

/** Every record by page numbers, and the count. @throws AssertionError when a record is returned twice */
export async function byNumber(list: Walk): Promise<{ records: string[]; count: number }> {
  const { records, body } = await walk(list, ({ next_page }) => next_page)
  return { records, count: body.count }
}

const onByCursor = ({ meta, links }: Body): string | null => (meta.has_more ? links.next : null)

/** Every record by cursors. @throws AssertionError when a record is returned twice */
export async function byCursor(list: Walk): Promise<string[]> {
  return (await walk(list, onByCursor)).records
}

/** Every record by cursors, forwards and backwards. @throws AssertionError when the two differ */
export async function forwardsAndBackwards(list: Walk): Promise<string[]> {
  const { records, last, body } = await walk(list, onByCursor)
  // the webhooks family leaves out links that lead nowhere
  if ((body.links?.prev ?? null) === null) return records
  const before: string[][] = []
  for (let link = body.links.prev, more = records.length > last.length; more;) {
    const part = await readPart({ ...list, query: extractQuery(link) })
    before.unshift(part.records)
    more = part.body.meta.has_more
    link = part.body.links?.prev ?? null
  }
  assert.deepEqual([...before.flat(), ...last], records, `${list.path}?${list.query} backwards`)
  return records
}

/** @throws AssertionError unless both contain the same records, in any order */
export function assertSameRecords(one: readonly string[], other: readonly string[]): void {
  assert.deepEqual(one.toSorted(), other.toSorted())
}
