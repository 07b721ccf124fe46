/** The envelope of lists of this family: members without a value are left out, and links do not end in `.json`. */
import { linkTo } from '#http/envelope.ts'
import type { Page } from '#http/paging.ts'
import { type Address, type AnswerOf, answerOk } from '#http/route.ts'
import type { PageMembers } from './schema.ts'
import { withKey } from '#lib/objects.ts'

/** The paging members of a page; links only to where there is more. @source docs/reference/webhooks.md §1, §2 */
function pageMembers(address: Address, page: Page<unknown>): AnswerOf<typeof PageMembers> {
  const { paging, has_more, after_cursor, before_cursor } = page
  if (paging.style !== 'cursor') throw new Error('These lists have no numbered pages')
  const isBack = paging.before !== null
  const after = (isBack || has_more) && after_cursor !== null ? after_cursor : null
  const before = (isBack ? has_more : paging.after !== null) && before_cursor !== null ? before_cursor : null
  const linkToCursor = (name: 'page[after]' | 'page[before]', cursor: string) =>
    linkTo(address, { 'page[after]': null, 'page[before]': null, 'page[size]': String(paging.size), [name]: cursor }, '')
  const links = {
    ...(after === null ? {} : { next: linkToCursor('page[after]', after) }),
    ...(before === null ? {} : { prev: linkToCursor('page[before]', before) }),
  }
  return {
    meta: { has_more, ...(after === null ? {} : { after_cursor: after }), ...(before === null ? {} : { before_cursor: before }) },
    ...(Object.keys(links).length === 0 ? {} : { links }),
  }
}

/** The media type of every answer of this family. @source docs/reference/webhooks.md §1 */
const PLAIN = { 'content-type': 'application/json' }

/** 200 with a body, as this family answers it. */
export const answerOkPlain = <Body>(body: Body) => ({ ...answerOk(body), headers: PLAIN })
/** 201 with a body. */
export const answerCreatedPlain = <Body>(body: Body) => ({ status: 201, body, headers: PLAIN })

/** 200 with a page: `{meta, links, <key>: […]}`, and a `Link` header where a page follows. */
export function answerOkPage<const Key extends string, Item>(address: Address, key: Key, page: Page<unknown>, records: readonly Item[]) {
  const members = pageMembers(address, page)
  const next = members.links?.next
  return {
    status: 200,
    body: { ...members, ...withKey(key, records) },
    headers: { ...PLAIN, ...(next === undefined ? {} : { link: `<${next}>; rel="next"` }) },
  }
}
