import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byteLines } from './byte_lines.ts'

async function* chunksOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0
  for (const size of sizes) {
    yield bytes.subarray(from, from + size)
    from += size
  }
  yield bytes.subarray(from)
}

async function linesOf(bytes: Buffer, sizes: readonly number[] = [], most = 1000): Promise<(string | null)[]> {
  const lines: (string | null)[] = []
  for await (const line of byteLines(chunksOf(bytes, sizes), most))
    lines.push(line.bytes === null ? null : line.bytes.toString('latin1') + (line.is_ended ? '\n' : ''))
  return lines
}

test('a line ends with a line feed and with nothing else', async () => {
  const text = Buffer.from('one\r\ntwo\u2028three\u2029\u0085\u000b\u000c\rfour\n\nlast')
  const lines = text.toString('latin1').split(/(?<=\n)/)
  assert.equal(lines.length, 4)
  assert.deepEqual(await linesOf(text), lines)
  assert.deepEqual(await linesOf(Buffer.alloc(0)), [])
})

test('the lines do not depend on how the bytes are chunked', async () => {
  const byte = fc.oneof({ weight: 1, arbitrary: fc.constant(10) }, { weight: 3, arbitrary: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(byte), fc.array(fc.nat(5)), async (bytes, sizes) => {
      const text = Buffer.from(bytes)
      assert.equal((await linesOf(text, sizes)).join(''), text.toString('latin1'))
    }),
    { numRuns: 300, seed: 3 },
  )
})

test('a line that is too long is dropped, and the next one is read', async () => {
  assert.deepEqual(await linesOf(Buffer.from('12345\n123456\n1\n'), [2, 2, 4], 5), ['12345\n', null, '1\n'])
})
