/** Parses the parameters of a path. */
import { InvalidAttribute, NotFound } from '#core/errors.ts'
import type { AnyRoute } from './route.ts'

/**
 * Ids that are not integers are refused; those no record can have are not found. Where a path begins with a user, `me` is the caller.
 * @source docs/reference/conventions.md §1.4
 */
export function readParams(route: AnyRoute, given: Record<string, string>, caller_id: number): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (route.text_params?.includes(name)) {
      params[name] = value.toWellFormed().replaceAll('\0', '')
      continue
    }
    if (value === 'me' && route.path.startsWith(`/api/v2/users/:${name}`)) {
      params[name] = caller_id
      continue
    }
    if (!/^-?\d{1,30}$/.test(value)) throw new InvalidAttribute(name, 'must be an integer', route.name)
    const id = Number(value)
    if (!Number.isSafeInteger(id)) throw new NotFound()
    params[name] = id
  }
  return params
}
