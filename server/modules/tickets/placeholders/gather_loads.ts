/** Loads of records by their ids that are gathered, so that works side by side share statements. */
import { setImmediate as endTurn } from 'node:timers/promises'
import { ensureDefined } from '#lib/defined.ts'
import { forEachOf } from '#lib/all_of.ts'

/** Loads records by their ids; those that there are not are left out. */
export type LoadByIds<Row> = (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>

/** The same loads, gathered: what is asked for in one turn of the event loop is loaded by one call, and no id is loaded twice. */
export function gatherLoads<Row>(load: LoadByIds<Row>): LoadByIds<Row> {
  const calls = new Map<number, Promise<ReadonlyMap<number, Row>>>()
  let next: { readonly ids: number[]; readonly rows: Promise<ReadonlyMap<number, Row>> } | undefined
  const begin = () => {
    const ids: number[] = []
    const loadAtEnd = async () => {
      await endTurn()
      next = undefined
      return load(ids)
    }
    return { ids, rows: loadAtEnd() }
  }
  return async (ids) => {
    for (const id of ids) {
      if (calls.has(id)) continue
      next ??= begin()
      next.ids.push(id)
      calls.set(id, next.rows)
    }
    const found = await forEachOf([...new Set(ids)], async (id) => [id, (await ensureDefined(calls.get(id))).get(id)] as const)
    return new Map(found.flatMap(([id, row]) => (row === undefined ? [] : [[id, row] as const])))
  }
}
