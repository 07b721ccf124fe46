/** The exports of changes of skills, types of skills, and who has or requires skills. @source docs/reference/other.md §12.5 */
import Type, { type TObject } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { linkTo } from '#http/envelope.ts'
import type { CursorPage } from '#http/export_page.ts'
import { encodePosition, secondOf } from '#http/export_position.ts'
import type { Address } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { SkillChange } from './store.ts'

/** One of these exports. */
interface SkillExport {
  readonly key: string
  /** The kind of change that it has. */
  readonly kind: SkillChange['kind']
  readonly record: TObject
  readonly words: string
  present(row: SkillChange): Readonly<Record<string, unknown>>
}

const SHARED = { id: text, time: text, type: text }
const presentShared = ({ record_id, created_at, type }: SkillChange) => ({ id: record_id, time: wireTime(created_at), type })

/** By the last part of their paths. */
export const SKILL_EXPORTS: readonly SkillExport[] = [
  {
    key: 'attributes',
    kind: 'attribute',
    record: Type.Object({ ...SHARED, name: text }),
    words: 'changes of attributes',
    present: (row) => ({ ...presentShared(row), name: row.name }),
  },
  {
    key: 'attribute_values',
    kind: 'attribute_value',
    record: Type.Object({ ...SHARED, attribute_id: text, name: text }),
    words: 'changes of attribute values',
    present: (row) => ({ ...presentShared(row), attribute_id: row.parent_id, name: row.name }),
  },
  {
    key: 'instance_values',
    kind: 'instance_value',
    record: Type.Object({ ...SHARED, attribute_value_id: text, instance_id: text }),
    words: 'which attribute values agents and tickets got and lost',
    present: (row) => ({ ...presentShared(row), attribute_value_id: row.parent_id, instance_id: String(row.instance_id) }),
  },
]

/** The answer of one of these exports. */
export const skillAnswer = ({ key, record }: SkillExport) =>
  Type.Object({ [key]: Type.Array(record), count: whole, end_time: whole, next_page: text })

/** `next_page` is never null: the end is a page without records. */
export function skillEnvelope(address: Address, { key, present }: SkillExport, page: CursorPage<SkillChange>) {
  return {
    [key]: page.rows.map(present),
    count: page.rows.length,
    end_time: secondOf(page.after),
    next_page: linkTo(address, { start_time: null, cursor: encodePosition(page.after) }),
  }
}
