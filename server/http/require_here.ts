/** What is answered for an instance that is being moved to another installation. Pure. @source docs/decisions/0054_moving_instances.md */
import { makeMoveRefusal, type Move } from '#accounts/gate.ts'
import { MovedElsewhere } from '#core/errors.ts'
import type { AnyRoute, ApiRequest } from './route.ts'
import { isRead } from './send.ts'

/**
 * Refuses a request that this installation does not serve, because its instance is being moved or has moved. One that leaves is still read.
 * @throws MovedElsewhere where it is elsewhere, and where is known @throws Unavailable otherwise
 */
export function requireHere(move: Move | undefined, route: AnyRoute, request: ApiRequest): void {
  if (move === undefined) return
  if (move.state === 'leaving' && (isRead(request) || route.access === 'read')) return
  if (move.state === 'moved' && move.to !== null) throw new MovedElsewhere(move.to + pathOf(request.originalUrl))
  throw makeMoveRefusal()
}

/** The path and query as sent; of a proxy's absolute form only these, so that the answer leads to no third host. */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url
  const parsed = URL.parse(url)
  return parsed === null ? '/' : parsed.pathname + parsed.search
}
