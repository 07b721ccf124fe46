/** The bodies of answers from outside, cut off where they are too long. */
import { TransformStream } from 'node:stream/web'

/** An answer is longer than what is taken of it. */
export class AnswerTooLong extends Error {
  constructor(most: number) {
    super(`The answer is longer than ${most} bytes`)
  }
}

/**
 * Passes on so many bytes of a body, as they are read, and fails at the next one. What sends them is stopped, and with it what decodes them: some
 * hundred bytes can become a gigabyte. @throws AnswerTooLong when the body is read
 */
export function cutAfter(most: number): TransformStream<Uint8Array, Uint8Array> {
  let left = most
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new AnswerTooLong(most))
      else controller.enqueue(chunk)
    },
  })
}
