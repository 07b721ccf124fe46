/**
 * Which jobs have slots of their own, and how those are shared. Jobs that call other people's servers do not take the slots of the rest:
 * receivers that do not answer would hold up mails and bulk work. Pure. @source docs/decisions/0036_outbound_slots.md
 */

/** How many jobs a worker runs at once that call nobody outside. */
export const INNER_SLOTS = 4
/** How many calls of other people's servers a worker makes at once. They wait for answers and cost little else. */
export const OUTBOUND_SLOTS = 12

/** The jobs that call other people's servers. */
const OUTBOUND = ['deliver_target', 'deliver_webhook', 'fetch_photo'] as const
const NAMES: ReadonlySet<string> = new Set(OUTBOUND)

/** True for a kind of job that calls other people's servers. */
export function isOutbound(name: string): boolean {
  return NAMES.has(name)
}

/** Who takes part in sharing the slots: an account, and whom it calls, such as `webhook:01K…`. */
interface Sharer {
  readonly account: string
  readonly receiver: string | undefined
}

const ACCOUNT = 'account:'
/** Receivers are named with their account, so that none is counted for another one. */
const RECEIVER = 'receiver:'

/** What the marks of an account's jobs are, or begin with. */
export function describeMarks(accountId: number): { readonly account: string; readonly receiver_prefix: string } {
  return { account: `${ACCOUNT}${accountId}`, receiver_prefix: `${RECEIVER}${accountId}:` }
}

/** The marks of a job in the queue, by which its slots are shared; null for jobs that do not call outside. */
export function slotMarks(name: string, accountId: number, receiver?: string): string[] | null {
  if (!isOutbound(name)) return null
  const { account, receiver_prefix } = describeMarks(accountId)
  return [account, ...(receiver === undefined ? [] : [receiver_prefix + receiver])]
}

function sharerOf(marks: readonly string[]): Sharer | undefined {
  const account = marks.find((mark) => mark.startsWith(ACCOUNT))
  return account === undefined ? undefined : { account, receiver: marks.find((mark) => mark.startsWith(RECEIVER)) }
}

/** An account may have this many times the slots that are free beside it: nine of twelve at most, and several accounts about the same. */
const ACCOUNT_SHARE = 3

/**
 * The marks of jobs that may not start now. `running`: the marks of each job that runs. A receiver may be called while its calls are fewer than
 * the slots that are free less all calls of its account: one that hangs gets a third of the slots at most. A receiver that is not being
 * called may be called once as long as its account has not its share, so that an account whose receivers hang still leaves slots to others.
 */
export function marksToSkip(slots: number, running: readonly (readonly string[])[]): string[] {
  const free = slots - running.length
  const sharers = running.map(sharerOf).filter((sharer) => sharer !== undefined)
  const byAccount = countBy(sharers, ({ account }) => account)
  const byReceiver = countBy(sharers, ({ receiver }) => receiver)
  const accounts = [...byAccount].filter(([, calls]) => calls >= ACCOUNT_SHARE * free).map(([account]) => account)
  const leftTo = new Map(sharers.map(({ account, receiver }) => [receiver, free - (byAccount.get(account) ?? 0)]))
  const receivers = [...byReceiver].filter(([receiver, calls]) => calls >= (leftTo.get(receiver) ?? 0)).map(([receiver]) => receiver)
  return [...accounts, ...receivers]
}

/** How often each key occurs; items without one are not counted. */
function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of items.map(keyOf)) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
