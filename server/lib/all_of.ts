/**
 * Runs works concurrently and awaits them together. The only file that may call `Promise.all`: in an array of calls a later one can throw
 * before the array exists, and the promises of the earlier ones then have no rejection handler, which ends the process.
 */

/** The results of works, in their order. */
type Results<Works extends readonly (() => unknown)[]> = { -readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>> }

/**
 * Starts all works and awaits them: `const [ticket, page] = await allOf(() => getTicket(ctx, id), () => listAudits(ctx, id))`. The first
 * error, synchronous or not, rejects the whole; later ones are handled and ignored.
 */
export function allOf<const Works extends readonly (() => unknown)[]>(...works: Works): Promise<Results<Works>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- map loses which result is of which work
  return Promise.all(works.map(async (work) => work())) as Promise<Results<Works>>
}

/** Runs the same work for each item, started at once: the results, in the order of the items. */
export function forEachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  return Promise.all(items.map(async (item, index) => work(item, index)))
}
