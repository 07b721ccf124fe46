/** Shapes of the answers on revisions. @source docs/reference/business_rules.md §2.6 */
import Type from 'typebox'
import { flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Anything, Word } from '#http/shape.ts'
import { WireActions, WireConditions } from '../rules/schema.ts'
import { Diff } from './revision_diff.ts'

export const RevisionsQuery = Type.Partial(Type.Object({ cursor: Word, limit: Anything }))

const RevisionSnapshot = Type.Object({
  title: text,
  description: textOrNull,
  active: flag,
  conditions: WireConditions,
  actions: WireActions,
})
export const Revision = Type.Object({ url: text, id: whole, author_id: whole, created_at: text, snapshot: RevisionSnapshot })
export const OneRevision = Type.Object({ trigger_revision: Revision })
export const SomeRevisions = Type.Object({
  trigger_revisions: Type.Array(Type.Object({ ...Revision.properties, diff: Diff })),
  after_url: textOrNull,
  before_url: textOrNull,
  after_cursor: textOrNull,
  before_cursor: textOrNull,
  count: whole,
})
