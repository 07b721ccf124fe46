/**
 * HEAD is answered by the route for GET, without a body, so that the router holds each route once: compiling twice as many slows every
 * start. Node omits the body: it decides that when it reads the request.
 * @source RFC 9110 §9.3.2
 */
import type { IncomingMessage } from 'node:http'

const rewritten = new WeakSet<IncomingMessage>()

/** Before the router: makes it look up HEAD as GET. */
export function routeHeadAsGet(request: IncomingMessage): void {
  if (request.method !== 'HEAD') return
  rewritten.add(request)
  request.method = 'GET'
}

/** After the router: restores HEAD. */
export function restoreHead(request: IncomingMessage): void {
  if (rewritten.delete(request)) request.method = 'HEAD'
}
