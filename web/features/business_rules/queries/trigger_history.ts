import type { Row } from '#contract/operation.ts'
import { queryPages } from '#contract/queries.ts'

/** A revision of a trigger, with the differences to the one before. */
export type TriggerRevision = Row<'GET /api/v2/triggers/:trigger_id/revisions', 'trigger_revisions'>

const PER_PAGE = 20

/** The revisions of a trigger, the newest first. */
export const revisionsQuery = (trigger_id: number) =>
  queryPages(
    'GET /api/v2/triggers/:trigger_id/revisions',
    (cursor) => ({ params: { trigger_id }, query: { limit: PER_PAGE, ...(cursor === '' ? {} : { cursor }) } }),
    // the API names a cursor also after the last page; the first revision there was is compared with none: its source is 0
    ({ trigger_revisions, after_cursor }) => (trigger_revisions.at(-1)?.diff.source_id === 0 ? undefined : after_cursor),
  )
