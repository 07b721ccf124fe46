// The order of rules of each kind: moves within a page of a list, and to its beginning or end.
// Does not belong here: which positions a move changes (web/lib/positions.ts), the lists (rules.ts).

import { call } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import { queryClient } from '#contract/query_client.ts'
import { moveEntry, type Placing, placingsOf } from '#lib/positions.ts'
import type { ListedRule, RuleKind } from './rule_records.ts'
import { invalidateRuleLists, type RuleFilter, rulePage, RULES_PER_PAGE, rulesQuery } from './rules.ts'

/** The most rules that one request moves. */
const MAX_MOVED = 100

/** Saves positions. */
const savePlacings = {
  triggers: (triggers: readonly Placing[]) => call('PUT /api/v2/triggers/update_many', { body: { triggers } }),
  automations: (automations: readonly Placing[]) => call('PUT /api/v2/automations/update_many', { body: { automations } }),
  macros: (macros: readonly Placing[]) => call('PUT /api/v2/macros/update_many', { body: { macros } }),
  views: (views: readonly Placing[]) => call('PUT /api/v2/views/update_many', { body: { views } }),
}

/** A rule of a page that goes to the place of another one of the same category on that page. */
export interface RuleMove {
  id: number
  to: number
}

interface Move {
  /** The positions that differ on the page. */
  placings: readonly Placing[]
  /** The last of them, if it is behind all that the page had. */
  pushed: number | undefined
  category_id: string | undefined
}

/** Moves a rule within a page. The page shows it at once; moves are sent one after the other. */
export function useMoveRule(kind: RuleKind, filter: RuleFilter) {
  const { queryKey } = rulesQuery(kind, filter)
  const mutationKey = [kind, 'move']
  const move = useMutation({
    mutationKey,
    scope: { id: `${kind}-order` },
    mutationFn: async ({ placings: onPage, pushed, category_id }: Move) => {
      const placings = pushed === undefined ? onPage : [...onPage, ...(await placingsBehind(kind, filter, { pushed, category_id }))]
      for (let start = 0; start < placings.length; start += MAX_MOVED) await savePlacings[kind](placings.slice(start, start + MAX_MOVED))
    },
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? invalidateRuleLists(kind) : undefined),
  })
  return async ({ id, to }: RuleMove) => {
    const shown = queryClient.getQueryData(queryKey)
    const moved = shown?.rules.find((rule) => rule.id === id)
    if (shown === undefined || moved === undefined) return
    const { rules, placings } = afterMove(shown.rules, moved, to)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, { ...shown, rules })
    await move.mutateAsync({ placings, pushed: pushedPast(shown.rules, placings), category_id: moved.category_id })
  }
}

/** The rules of a page after one has gone to the place of another, and the positions that differ. Each category has an order of its own. */
function afterMove(rules: readonly ListedRule[], moved: ListedRule, to: number): { rules: ListedRule[]; placings: Placing[] } {
  const same = rules.filter(({ category_id }) => category_id === moved.category_id)
  const from = same.indexOf(moved)
  const place = same.findIndex(({ id }) => id === to)
  const placings = placingsOf(same, from, place)
  const positions = new Map(placings.map(({ id, position }) => [id, position]))
  const placed = moveEntry(same, from, place).map((rule) => ({ ...rule, position: positions.get(rule.id) ?? rule.position }))
  const next = placed.values()
  return { placings, rules: rules.map((rule) => (rule.category_id === moved.category_id ? (next.next().value ?? rule) : rule)) }
}

/** The last position if it is behind all that the page had: rules of the next pages may be there already. */
function pushedPast(rules: readonly Placing[], placings: readonly Placing[]): number | undefined {
  const last = Math.max(...placings.map(({ position }) => position))
  return last > Math.max(...rules.map(({ position }) => position)) ? last : undefined
}

/** The positions of the rules of the next pages that are not behind `pushed` and have to be. */
async function placingsBehind(
  kind: RuleKind,
  filter: RuleFilter,
  { pushed, category_id }: { pushed: number; category_id: string | undefined },
): Promise<Placing[]> {
  const placed: Placing[] = []
  let previous = pushed
  for (let page = filter.page + 1; ; page += 1) {
    const { rules, count } = await rulePage(kind, { ...filter, page })
    for (const rule of rules) {
      if (rule.category_id !== category_id || rule.position > previous) return placed
      previous += 1
      placed.push({ id: rule.id, position: previous })
    }
    if (page * RULES_PER_PAGE >= count) return placed
  }
}

/** Sends a rule before or behind all others, of its category if it is a trigger. */
export function usePlaceRule(kind: RuleKind) {
  return useMutation({
    mutationFn: async ({ rule, place }: { rule: ListedRule; place: 'first' | 'last' }) => {
      const position = await findOutermostPosition(kind, rule, place)
      await savePlacings[kind]([{ id: rule.id, position }])
    },
    onSuccess: () => invalidateRuleLists(kind),
  })
}

async function findOutermostPosition(kind: RuleKind, { category_id }: ListedRule, place: 'first' | 'last'): Promise<number> {
  const filter = { q: '', active: undefined, category: category_id }
  const first = await rulePage(kind, { ...filter, page: 1 })
  if (place === 'first') return (first.rules[0]?.position ?? 1) - 1
  const pages = Math.max(1, Math.ceil(first.count / RULES_PER_PAGE))
  const last = pages === 1 ? first : await rulePage(kind, { ...filter, page: pages })
  return (last.rules.at(-1)?.position ?? 0) + 1
}
