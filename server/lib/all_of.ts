/**
 * Works begun at once and waited for together. The only file that may write `Promise.all`: in a list of calls a later one can throw before
 * the list is made, and the promises of the earlier ones then have nobody who handles their rejection, which ends the process.
 */

/** What works bring, in their order. */
type Brought<Works extends readonly (() => unknown)[]> = { -readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>> }

/**
 * Begins all works and waits for them: `const [ticket, page] = await allOf(() => getTicket(ctx, id), () => listAudits(ctx, id))`. What one
 * throws, before or after it waits, rejects the whole; what others throw later is handled and not heard of.
 */
export function allOf<const Works extends readonly (() => unknown)[]>(...works: Works): Promise<Brought<Works>> {
  return Promise.all(works.map(async (work) => work())) as Promise<Brought<Works>>
}

/** The same work for each item, begun at once: what it brings, in the order of the items. */
export function forEachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  return Promise.all(items.map(async (item, index) => work(item, index)))
}
