/** The differences between two revisions of a trigger. Pure. @source docs/reference/business_rules.md §2.6 */
import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import { oneOf, whole } from '#http/answer_shape.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Snapshot } from './revision_store.ts'

const ChangeShape = Type.Object({ change: oneOf(['=', '+', '-']), content: Type.Unknown() })
const Changes = Type.Array(ChangeShape)
const ConditionDiffs = Type.Array(Type.Object({ field: Changes, operator: Changes, value: Changes }))
/** What was removed, added or kept of each member. */
export const Diff = Type.Object({
  source_id: whole,
  target_id: whole,
  title: Changes,
  description: Changes,
  active: Changes,
  conditions: Type.Object({ all: ConditionDiffs, any: ConditionDiffs }),
  actions: Type.Array(Type.Object({ field: Changes, value: Changes })),
})

type One = AnswerOf<typeof ChangeShape>
/** A revision, as far as it is compared; undefined where there is none. */
type Side = { readonly id: number; readonly snapshot: Snapshot } | undefined

function valueDiff(before: unknown, after: unknown): One[] {
  if (isDeepStrictEqual(before, after)) return [{ change: '=', content: after }]
  return [...(before === undefined ? [] : [{ change: '-', content: before } as const]), ...markAdded(after)]
}

const markAdded = (after: unknown): One[] => (after === undefined ? [] : [{ change: '+', content: after }])

/** How many items at the beginning of both lists are the same. */
function countShared(before: readonly unknown[], after: readonly unknown[]): number {
  let count = 0
  while (count < before.length && count < after.length && isDeepStrictEqual(before[count], after[count])) count += 1
  return count
}

type Pair<Item> = readonly [before: Item | undefined, after: Item | undefined]

/**
 * Which item has become which. The same items at the beginning and at the end stay; between them items of the same field at the same place
 * were changed, all others removed or added. Takes time that grows with the lists' lengths only.
 */
function pairItems<Item extends { readonly field: string }>(before: readonly Item[], after: readonly Item[]): Pair<Item>[] {
  const head = countShared(before, after)
  const oldRest = before.slice(head)
  const newRest = after.slice(head)
  const tail = countShared([...oldRest].reverse(), [...newRest].reverse())
  const oldMiddle = oldRest.slice(0, oldRest.length - tail)
  const newMiddle = newRest.slice(0, newRest.length - tail)
  const middle = Array.from({ length: Math.max(oldMiddle.length, newMiddle.length) }, (_none, at): Pair<Item>[] => {
    const one = oldMiddle[at]
    const other = newMiddle[at]
    return one?.field === other?.field ? [[one, other]] : [[one, undefined] as const, [undefined, other] as const]
  })
  const keepItems = (items: readonly Item[]) => items.map((item): Pair<Item> => [item, item])
  const pairs = [...keepItems(after.slice(0, head)), ...middle.flat(), ...keepItems(newRest.slice(newMiddle.length))]
  return pairs.filter(([one, other]) => one !== undefined || other !== undefined)
}

type Condition = Snapshot['conditions']['all'][number]

const conditionDiffs = (before: readonly Condition[], after: readonly Condition[]) =>
  pairItems(before, after).map(([one, other]) => ({
    field: valueDiff(one?.field, other?.field),
    operator: valueDiff(one?.operator, other?.operator),
    value: valueDiff(one?.value, other?.value),
  }))

/** From the revision before, the source, to this one, the target. The first has no source: its id is 0, and everything is added. */
export function diffOf(source: Side, target: { readonly id: number; readonly snapshot: Snapshot }): AnswerOf<typeof Diff> {
  const before = source?.snapshot
  const after = target.snapshot
  return {
    source_id: source?.id ?? 0,
    target_id: target.id,
    title: valueDiff(before?.title, after.title),
    description: valueDiff(before?.description, after.description),
    active: valueDiff(before?.active, after.active),
    conditions: {
      all: conditionDiffs(before?.conditions.all ?? [], after.conditions.all),
      any: conditionDiffs(before?.conditions.any ?? [], after.conditions.any),
    },
    actions: pairItems(before?.actions ?? [], after.actions).map(([one, other]) => ({
      field: valueDiff(one?.field, other?.field),
      value: valueDiff(one?.value, other?.value),
    })),
  }
}
