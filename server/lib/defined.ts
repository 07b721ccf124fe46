/**
 * A value that always exists although its type says it may not, such as the element at an index that is in range. For what may be
 * missing, the caller decides what then happens.
 * @throws TypeError for null and undefined
 */
export function ensureDefined<Value>(value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new TypeError('A value that always exists is missing')
  return value
}
