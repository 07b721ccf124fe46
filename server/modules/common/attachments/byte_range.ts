/** Parses the range of a file that is requested. Pure. @source RFC 9110 §14 */
import { RangeNotSatisfiable } from '#core/errors.ts'
import type { ByteRange } from '#files/file_store.ts'

/**
 * The range of a `Range` header; undefined where the whole file is to be sent: no header, one in other units, or several ranges.
 * @throws RangeNotSatisfiable when the file has no such part
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined // an invalid range is ignored
  if (first >= size || (from === '' && Number(to) === 0)) throw new RangeNotSatisfiable(size)
  return { first, last }
}
