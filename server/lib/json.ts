/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A text, number or boolean from input, as text; '' for everything else, since an object may have no string form. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** An id in free-form JSON input, as a number or as its digits; undefined for everything else. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

/** True for a plain object, false for arrays and null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON that Deskhand wrote itself, such as a stored or sealed value. What others send is read by its shape instead. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it has written
export function parseOwn<Value>(text: string, reviver?: (name: string, value: unknown) => unknown): Value {
  const value: Value = JSON.parse(text, reviver)
  return value
}
