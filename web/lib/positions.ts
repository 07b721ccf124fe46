// The order of rules: the positions that are sent when one is moved. Pure.

/** A rule and its position. */
export interface Placing {
  readonly id: number
  readonly position: number
}

/** The list with the entry at `from` moved to `to`. */
export function moveEntry<One>(list: readonly One[], from: number, to: number): One[] {
  const rest = list.filter((_one, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/**
 * The positions that differ when the rule at `from` goes to `to`. The rules between take each other's positions, so those that are not in
 * the list (because it is filtered) stay where they are. Equal positions are set apart, also of the rules after them.
 */
export function placingsOf(rules: readonly Placing[], from: number, to: number): Placing[] {
  const first = Math.min(from, to)
  const last = Math.max(from, to)
  const moved = moveEntry(rules, from, to)
  const placed: Placing[] = []
  let previous = rules[first - 1]?.position ?? Number.NEGATIVE_INFINITY
  for (const [index, rule] of moved.entries()) {
    if (index < first) continue
    const own = rules[index]?.position ?? rule.position
    if (index > last && own > previous) break
    const position = Math.max(own, previous + 1)
    if (position !== rule.position) placed.push({ id: rule.id, position })
    previous = position
  }
  return placed
}
