/** How values stand in events: ids and numbers as text, what is missing as `"0"` or `""`. @source docs/reference/webhooks.md §5 */
import { isDeepStrictEqual } from 'node:util'
import type { EventDraft } from './publish.ts'

/** An id as text; `"0"` for none. */
export const idText = (id: number | null): string => String(id ?? 0)
/** A text; `""` for none. */
export const textOrEmpty = (text: string | null): string => text ?? ''

/** A member whose change is an event, and how its value is shown. */
export type ChangeRow<Row> = readonly [suffix: string, show: (row: Row) => unknown]

/** The events of members that differ, such as `user.name_changed`. */
export function changesOf<Row>(domain: string, table: readonly ChangeRow<Row>[], before: Row, after: Row): EventDraft[] {
  return table.flatMap(([suffix, show]) => {
    const previous = show(before)
    const current = show(after)
    return isDeepStrictEqual(previous, current) ? [] : [{ type: `${domain}.${suffix}`, event: { current, previous } }]
  })
}

/** The event of changed tags; none where they are the same. */
export function tagEvents(domain: string, before: readonly string[], after: readonly string[]): EventDraft[] {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  if (added.length + removed.length === 0) return []
  return [{ type: `${domain}.tags_changed`, event: { added: { tags: added }, removed: { tags: removed } } }]
}

/** The events of custom fields that differ, one for each; `field` names it by its key or id. */
export function fieldEvents(
  domain: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): EventDraft[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys.flatMap((key) => {
    const previous = before[key] ?? null
    const current = after[key] ?? null
    if (isDeepStrictEqual(previous, current)) return []
    return [{ type: `${domain}.custom_field_changed`, event: { current, previous, field: key } }]
  })
}
