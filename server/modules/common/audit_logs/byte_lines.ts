/** Lines of a stream of bytes. Only a line feed (0x0A) ends a line. Bytes in, bytes out. */

/** A line without its line feed. */
export interface ByteLine {
  /** Null for a line that is longer than the limit: it is skipped. */
  readonly bytes: Buffer | null
  /** False for the last bytes of a stream that does not end with a line feed. */
  readonly is_ended: boolean
}

const LINE_FEED = 0x0a

/** The lines of a stream. `most`: the longest line in bytes. Holds no more than one line and one chunk at a time. */
export async function* byteLines(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<ByteLine> {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= most) parts.push(part)
    else parts = []
  }
  const take = (is_ended: boolean): ByteLine => {
    const line = { bytes: length > most ? null : Buffer.concat(parts), is_ended }
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at))
      yield take(true)
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
  if (length > 0) yield take(false)
}
