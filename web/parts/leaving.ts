// Leaving in another way than by an address: whoever holds something that nobody has kept is asked first.
// Does not belong here: how it is asked (LeaveGuard.tsx).

/** Asks, and goes on with `leave` if the answer is yes. */
type Ask = (leave: () => void) => void

const guards = new Set<Ask>()

/** Has `ask` asked before somebody leaves; what it returns ends that. */
export function guardLeaving(ask: Ask): () => void {
  guards.add(ask)
  return () => void guards.delete(ask)
}

/** Leaves once all who want to be asked have said yes; at once where nobody does. */
export function askBeforeLeaving(leave: () => void): void {
  const asked = [...guards].reduce<() => void>((next, ask) => () => ask(next), leave)
  asked()
}
