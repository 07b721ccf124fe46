/** Who a macro or view is for: everyone, some groups, or one user. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import type { Context } from '#core/context.ts'
import { oneOf, whole } from '#http/answer_shape.ts'
import type { AnswerOf } from '#http/route.ts'
import { Id, defineInput, listOf, Word } from '#http/shape.ts'

/** As it is stored: at most one of both is set. */
export interface Restriction {
  readonly group_ids: readonly number[] | null
  readonly owner_id: number | null
}

export const EVERYONE: Restriction = { group_ids: null, owner_id: null }
const MAX_GROUPS = 1000

const Members = defineInput({ type: Word, id: Id, ids: listOf(Id, MAX_GROUPS) })
export type RestrictionInput = Static<typeof Members> | null
/** A restriction in a request; null: for everyone. */
export const RestrictionInput = Type.Unsafe<RestrictionInput>({ ...Members, type: ['object', 'null'] })

export const WireRestriction = Type.Union([
  Type.Null(),
  Type.Object({ type: oneOf(['Group']), id: whole, ids: Type.Array(whole) }),
  Type.Object({ type: oneOf(['User']), id: whole }),
])

/** A restriction from a request; a sentence if it is invalid. The caller checks that the groups exist. */
export function readRestriction(ctx: Context, sent: RestrictionInput): Restriction | string {
  if (sent?.type === undefined) return EVERYONE
  if (sent.type === 'User') return { group_ids: null, owner_id: sent.id ?? ctx.actor.id }
  if (sent.type !== 'Group') return 'Restriction: type must be Group or User'
  const named = (sent.ids?.length ?? 0) > 0 ? sent.ids : [sent.id]
  const ids = new Set((named ?? []).filter((id) => typeof id === 'number'))
  return ids.size === 0 ? 'Restriction: a group is required' : { group_ids: [...ids], owner_id: null }
}

/** A restriction as JSON. */
export function presentRestriction({ group_ids, owner_id }: Restriction): AnswerOf<typeof WireRestriction> {
  if (owner_id !== null) return { type: 'User', id: owner_id }
  const [first] = group_ids ?? []
  return first === undefined || group_ids === null ? null : { type: 'Group', id: first, ids: [...group_ids] }
}

/** True if the caller may use a record with this restriction: it is for everyone, for a group of theirs, or their own. */
export function isFor(ctx: Context, { group_ids, owner_id }: Restriction): boolean {
  if (owner_id !== null) return owner_id === ctx.actor.id
  return group_ids === null || group_ids.some((id) => ctx.actor.group_ids.includes(id))
}
