import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentTrace, readTrace, traceHeaders, withinTrace } from './trace.ts'

const ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test('a trace is read and propagated unchanged', () => {
  for (const traceparent of [`00-${ID}-${SPAN}-01`, `00-${ID}-${SPAN}-00`, `00-${ID}-${SPAN}-03`]) {
    const trace = readTrace(traceparent, 'vendor=t61rcWkgMzE,other=1')
    assert.ok(trace !== undefined)
    assert.deepEqual([trace.trace_id, trace.span_id], [ID, SPAN])
    assert.deepEqual(traceHeaders(trace), { traceparent, tracestate: 'vendor=t61rcWkgMzE,other=1' })
  }
})

test('the known part of a later version is read, and undefined flags are not propagated', () => {
  for (const traceparent of [`01-${ID}-${SPAN}-01`, `cc-${ID}-${SPAN}-01-what-the-future-brings`, `00-${ID}-${SPAN}-fd`]) {
    const trace = readTrace(traceparent, undefined)
    assert.deepEqual(trace && traceHeaders(trace), { traceparent: `00-${ID}-${SPAN}-01` }, traceparent)
  }
})

test('a malformed header is ignored', () => {
  const malformed = [
    '',
    '00',
    `00-${ID}`,
    `00-${ID}-${SPAN}`,
    `00-${ID}-${SPAN}-1`,
    `00-${ID}-${SPAN}-001`,
    `00-${ID}-${SPAN}-01-more`,
    `ff-${ID}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${ID}-${'0'.repeat(16)}-01`,
    `00-${ID.toUpperCase()}-${SPAN}-01`,
    ` 00-${ID}-${SPAN}-01`,
    `00-${ID}-${SPAN}-01, 00-${ID}-${SPAN}-01`,
    `01-${ID}-${SPAN}-01-${'x'.repeat(20_000)}`,
    `00-${ID}-${SPAN}-zz`,
    undefined,
    null,
    7,
    [`00-${ID}-${SPAN}-01`],
    { toString: () => `00-${ID}-${SPAN}-01` },
  ]
  for (const traceparent of malformed) assert.equal(readTrace(traceparent, undefined), undefined, String(traceparent))
})

test('a state that is too long, has too many members or invalid characters is dropped, and the trace is kept', () => {
  for (const state of ['x'.repeat(513), Array(33).fill('a=1').join(','), 'a=\n', 'ä=1', ['a=1'], '', undefined])
    assert.deepEqual(readTrace(`00-${ID}-${SPAN}-01`, state), { trace_id: ID, span_id: SPAN, flags: 1 })
})

test('the current trace is set within its work, across awaits, and nowhere else', async () => {
  const trace = { trace_id: ID, span_id: SPAN, flags: 1 }
  const seen = withinTrace(trace, async () => {
    await Promise.resolve()
    return currentTrace()
  })
  assert.equal(currentTrace(), undefined)
  assert.equal(await seen, trace)
})
