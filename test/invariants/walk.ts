/** Walking through a list page by page, as a client does that follows the links. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'

/** Page numbers lead no further. @source docs/reference/conventions.md §3 */
export const DEEPEST = 10_000

/** A list: whose it is, what it is asked, and the member that tells its records from each other. */
export interface Walk {
  readonly api: Client
  readonly path: string
  readonly query: string
  readonly name: string
}

type Body = any // a walk looks into envelopes freely

/** One page of a list: what its records are called, and the whole answer. */
export async function readPart({ api, path, name, query }: Walk): Promise<{ records: string[]; body: Body }> {
  const { status, body } = await api.get(`${path}?${query}`)
  assert.equal(status, 200, `${path}?${query}: ${JSON.stringify(body)}`)
  const list = Object.values(body).find((member) => Array.isArray(member)) as Record<string, unknown>[]
  const records = list.map((record) => String(record[name]))
  assert.ok(!records.includes('undefined'), `${path} brings records without ${name}`)
  return { records, body }
}

const behind = (link: string) => link.slice(link.indexOf('?') + 1)

/** Every record of the pages one after the other, by the links they give, and the last page. Not past the deepest page of numbers. */
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
    query = behind(link)
  }
}

/** Every record by page numbers, and the count. @throws AssertionError when one comes twice */
export async function byNumber(list: Walk): Promise<{ records: string[]; count: number }> {
  const { records, body } = await walk(list, ({ next_page }) => next_page)
  return { records, count: body.count }
}

const onByCursor = ({ meta, links }: Body): string | null => (meta.has_more ? links.next : null)

/** Every record by cursors. @throws AssertionError when one comes twice */
export async function byCursor(list: Walk): Promise<string[]> {
  return (await walk(list, onByCursor)).records
}

/** The same, and back again from the last page. @throws AssertionError when the way back is another */
export async function thereAndBack(list: Walk): Promise<string[]> {
  const { records, last, body } = await walk(list, onByCursor)
  if (body.links.prev === null) return records
  const before: string[][] = []
  for (let link = body.links.prev, more = records.length > last.length; more;) {
    const part = await readPart({ ...list, query: behind(link) })
    before.unshift(part.records)
    more = part.body.meta.has_more
    link = part.body.links.prev
  }
  assert.deepEqual([...before.flat(), ...last], records, `${list.path}?${list.query} backwards`)
  return records
}

/** @throws AssertionError unless both hold the same records, in whatever order */
export function alike(one: readonly string[], other: readonly string[]): void {
  assert.deepEqual(one.toSorted(), other.toSorted())
}
