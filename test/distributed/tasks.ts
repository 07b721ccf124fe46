/** What Citus says in EXPLAIN of how many tasks a statement is: each is a statement for one shard. */

/** The numbers of tasks of each part of a statement, from the JSON of EXPLAIN; none of a statement that reads no distributed table. */
export function readTaskCounts(plan: unknown): number[] {
  if (Array.isArray(plan)) return plan.flatMap(readTaskCounts)
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, value]: [string, unknown]) =>
    name === 'Task Count' && typeof value === 'number' ? [value] : readTaskCounts(value),
  )
}
