/** Checks bodies against `Content-Length`: with a wrong length the client would keep waiting, or misread what follows. */
import { Readable, Transform } from 'node:stream'
import type { Log } from '#core/context.ts'
import { countBrokenBody } from '#core/metrics.ts'
import type { Result } from './route.ts'

/** There are fewer or more bytes than `Content-Length` says. */
class WrongLength extends Error {
  constructor(promised: number, seen: number) {
    super(`${promised} bytes were promised, and there are ${seen < promised ? `only ${seen}` : 'more'}`)
  }
}

/**
 * The result with a body that fails when its length differs from its headers, or when it cannot be read to the end: the connection is then
 * cut, and the error is logged and counted. Other results are returned unchanged.
 * @source RFC 9112 §8
 */
export function withExactBody(result: Result, log: Log, request_id: string): Result {
  const { body, headers } = result
  const length = headers?.['content-length']
  if (!(body instanceof Readable) || length === undefined) return result
  const reportCutOff = (error: Error) => {
    countBrokenBody()
    log.error({ err: error, request_id }, 'an answer was cut off: the bytes of a file are missing')
    return error
  }
  return { ...result, body: ensureLength(body, Number(length), reportCutOff) }
}

function ensureLength(source: Readable, promised: number, broken: (error: Error) => Error): Readable {
  let seen = 0
  const exact = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > promised) done(broken(new WrongLength(promised, seen)))
      else done(null, chunk)
    },
    flush: (done) => done(seen === promised ? null : broken(new WrongLength(promised, seen))),
    // a reader that stops closes the file
    destroy(error, done) {
      source.destroy()
      done(error)
    },
  })
  source.once('error', (error) => exact.destroy(broken(error)))
  return source.pipe(exact)
}
