/** The tree of types: at most three levels deep. Pure. @source docs/reference/employee_service.md §1.2 */

/** What the tree needs to know of a type. */
export interface TypeInTree {
  readonly id: string
  readonly parent_id: string | null
}

/** Levels of the tree. */
export const MAX_TYPE_DEPTH = 3

/** The types from the top of the tree to this one, which is the last. Empty for an unknown id. */
export function lineOf<Row extends TypeInTree>(types: readonly Row[], id: string | null): Row[] {
  const line: Row[] = []
  for (let next = id; next !== null && line.length < MAX_TYPE_DEPTH;) {
    const wanted = next
    const found = types.find((type) => type.id === wanted)
    if (found === undefined) break
    line.unshift(found)
    next = found.parent_id
  }
  return line
}

/** The types below this one, at every depth. */
export function typesBelow<Row extends TypeInTree>(types: readonly Row[], id: string): Row[] {
  return types.filter((type) => type.id !== id && lineOf(types, type.id).some((above) => above.id === id))
}
