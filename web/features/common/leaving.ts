// Leaving other than by navigation, such as signing out: forms with unsaved content ask for confirmation first.
// Does not belong here: the confirmation dialog (LeaveGuard.tsx).

/** Asks for confirmation, and calls `leave` if it is given. */
type Ask = (leave: () => void) => void

const guards = new Set<Ask>()

/** Registers `ask` to run before the user leaves; returns a function that unregisters it. */
export function guardLeaving(ask: Ask): () => void {
  guards.add(ask)
  return () => void guards.delete(ask)
}

/** Calls `leave` once every registered guard has been confirmed; immediately if there is none. */
export function confirmLeaving(leave: () => void): void {
  const confirmAll = [...guards].reduce<() => void>((next, ask) => () => ask(next), leave)
  confirmAll()
}
