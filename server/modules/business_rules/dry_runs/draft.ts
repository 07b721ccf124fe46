/** Where a trigger that is tried out stands among others. */
import type { Context } from '#core/context.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import type { SourceRule } from '#rules/trace.ts'
import { compileTrigger } from '../rule_traces/replay.ts'
import { findTriggers, type TriggerRow } from '../triggers/store.ts'
import { type TriedTrigger, readTriedTrigger } from '../triggers/tried.ts'
import type { TriggerTry } from './schema.ts'

/** A trigger that is tried out, ready to run. */
export interface Tried {
  /** Of the trigger that it takes the place of; 0 for a new one. */
  readonly id: number
  /** Null for one that is switched off: the dry run is then without it. */
  readonly rule: SourceRule | null
  /** The ids of the triggers before it, as they are now. */
  readonly preceding: ReadonlySet<number>
  /** It stays where the trigger is whose place it takes. */
  readonly stays: boolean
}

/** Reads and checks the trigger of a dry run. @throws NotFound @throws RecordInvalid */
export async function readTried(ctx: Context, { id: sentId = null, ...input }: TriggerTry, catalogue: RuleCatalogue): Promise<Tried> {
  const tried = await readTriedTrigger(ctx, input, sentId)
  const { saved, draft } = tried
  const id = saved?.id ?? 0
  const rule = compileTrigger({ ...draft, id, revision_id: saved?.revision_id ?? 0 }, catalogue)
  // what the check accepts can be compiled
  if (typeof rule === 'string') throw new Error(rule)
  const stays = saved !== null && saved.position === draft.position && saved.category_id === draft.category_id
  const others = (await findTriggers(ctx)).filter((other) => other.id !== id && isBefore(other, tried))
  return { id, rule: draft.active ? rule : null, preceding: new Set(others.map((other) => other.id)), stays }
}

function isBefore(other: TriggerRow, { draft, category_position }: TriedTrigger): boolean {
  if (other.category_position !== category_position) return other.category_position < category_position
  return other.position === draft.position ? other.title <= draft.title : other.position < draft.position
}

/** The rules of a set with the one that is tried out, in order. */
export function withTried(rules: readonly SourceRule[], { id, rule, preceding, stays }: Tried): readonly SourceRule[] {
  const others = rules.filter((other) => other.id !== id)
  if (rule === null) return others
  const own = rules.findIndex((other) => other.id === id)
  const place = stays && own >= 0 ? own : others.findLastIndex((other) => preceding.has(other.id)) + 1
  return others.toSpliced(place, 0, rule)
}
