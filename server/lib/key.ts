/** Stable keys of configuration records: derived once from the name, and not changed by renaming. */

const LONGEST = 80

/** `Waiting for parts!` → `waiting_for_parts`. A name without ASCII letters or digits becomes `record`. */
export function keyFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, LONGEST)
    .replace(/^_+|_+$/g, '')
  return plain === '' ? 'record' : plain
}

/** `wanted`, or the first of `wanted_2`, `wanted_3`, … that is not taken. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  let key = wanted
  for (let number = 2; taken.has(key); number += 1) key = `${wanted}_${number}`
  return key
}
