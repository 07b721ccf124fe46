/** Who has the next turn: accounts in turn, the people of an account in turn, and what one of them waits for in its order. Pure. */

/** What waits for a turn. */
export interface TurnQueue<Item> {
  /** Adds an item at the end of the person's own; false, and it is not added, if {@link MAX_WAITING} of theirs wait. */
  add(accountId: number, personId: number, item: Item): boolean
  /** Takes the next item out; undefined if none waits. */
  takeNext(): Item | undefined
}

/** Items of one person that wait at once. */
export const MAX_WAITING = 1000

/** An empty queue. */
export function makeTurnQueue<Item>(): TurnQueue<Item> {
  // only those that wait, in the order of their turns
  const accounts = new Map<number, Map<number, Item[]>>()
  return {
    add(accountId, personId, item) {
      const people = accounts.get(accountId) ?? new Map<number, Item[]>()
      const items = people.get(personId) ?? []
      if (items.length === MAX_WAITING) return false
      items.push(item)
      people.set(personId, items)
      accounts.set(accountId, people)
      return true
    },
    takeNext() {
      for (const [accountId, people] of accounts)
        for (const [personId, items] of people) {
          const item = items.shift()
          moveToEnd(people, personId, items.length > 0)
          moveToEnd(accounts, accountId, people.size > 0)
          return item
        }
      return undefined
    },
  }
}

/** One that has had a turn comes last, or leaves when nothing of it waits any more. */
function moveToEnd<Waiting>(turns: Map<number, Waiting>, id: number, waits: boolean): void {
  const waiting = turns.get(id)
  turns.delete(id)
  if (waits && waiting !== undefined) turns.set(id, waiting)
}
