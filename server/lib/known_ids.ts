/** The ids among these that a record can have, each once, in the order in which they first stand. Ids that are null, 0 or negative stand for nobody. */
export function listKnownIds(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id): id is number => id !== null && id > 0)
}
