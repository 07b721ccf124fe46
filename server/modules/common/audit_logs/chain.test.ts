import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChainedEntry } from '#accounts/audit_chain.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '#lib/hash_chain.ts'
import { exportLine, headText, readHead } from './chain.ts'
import { type Anchors, beginVerification, type Fault } from './verify.ts'

const entry = (number: number, more: Partial<ChainedEntry> = {}): ChainedEntry => ({
  account_id: 7,
  id: 1000 + number,
  actor_id: 5,
  actor_name: 'Ann',
  action: 'create',
  source_type: 'group',
  source_id: number,
  source_label: `Group ${number}`,
  change_description: 'Created',
  ip_address: '192.0.2.1',
  details: { before: null, after: { name: `Group ${number}` } },
  created_at: '2027-01-01T10:00:00.123Z',
  ...more,
})

interface Made {
  readonly lines: string[]
  readonly head: ChainHead
}

function chainOf(entries: readonly ChainedEntry[], after: ChainHead = CHAIN_BEGINNING): Made {
  let head = after
  const lines = entries.map((one) => {
    const next = { position: head.position + 1, hash: nextHash(head, entryDigest(one)) }
    const line = exportLine({ position: next.position, previous_hash: head.hash, hash: next.hash, entry: one })
    head = next
    return line
  })
  return { lines, head }
}

const chain = (length: number) => chainOf(Array.from({ length }, (_, index) => entry(index + 1)))
const makeOldLine = (number: number) => exportLine({ position: null, previous_hash: null, hash: null, entry: entry(number) })

function faultsIn(lines: readonly (string | Uint8Array)[], anchors: Anchors = {}): Fault[] {
  const verification = beginVerification(anchors)
  return [...lines.flatMap((line) => verification.read(line)), ...verification.end()]
}

const faultIn = (lines: readonly string[], anchors: Anchors = {}): Fault | undefined => faultsIn(lines, anchors)[0]

test('an unchanged log is verified up to its head, and beyond an older one', () => {
  const { lines, head } = chain(5)
  assert.equal(faultIn(lines), undefined)
  assert.equal(faultIn(lines, { published: head }), undefined)
  assert.equal(faultIn(lines, { published: chain(3).head }), undefined)
  const verification = beginVerification()
  for (const line of [makeOldLine(1), makeOldLine(2), ...lines]) assert.deepEqual(verification.read(line), [])
  assert.deepEqual(verification.progress(), { chained: 5, unchained: 2, account_id: 7, head })
})

test('a part of a log is verified from a head that was kept', () => {
  const { lines, head } = chain(6)
  assert.equal(faultIn(lines.slice(4), { after: chain(4).head, published: head }), undefined)
  assert.match(faultIn(lines.slice(4))?.reason ?? '', /4 entries are missing before/)
  assert.match(faultIn(lines.slice(4), { after: { position: 4, hash: 'f'.repeat(64) } })?.reason ?? '', /does not follow the one before/)
})

/** Every way to tamper with an export, each resulting in other lines than the original ones. */
const tamper = fc.oneof(
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('swap' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('insert_unchained' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('behead' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('rewrite' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('member' as const), at: fc.nat(), member: fc.nat(), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('character' as const), at: fc.nat(), place: fc.nat(), letter: fc.constantFrom(...'0aZ"{},: \\') }),
)
type Tamper = typeof tamper extends fc.Arbitrary<infer Value> ? Value : never

function tamperWith(lines: readonly string[], how: Tamper): string[] {
  const at = how.at % lines.length
  const line = lines[at] as string
  const put = (...instead: string[]) => lines.toSpliced(at, 1, ...instead)
  switch (how.kind) {
    case 'remove':
      return put()
    case 'repeat':
      return put(line, line)
    case 'swap':
      return at === 0 ? [...lines] : lines.toSpliced(at - 1, 2, line, lines[at - 1] as string)
    case 'insert':
      return put(line, exportLine({ ...JSON.parse(line), entry: entry(99) }))
    case 'insert_unchained':
      return put(line, makeOldLine(99))
    case 'truncate':
      return lines.slice(0, at)
    case 'behead':
      return lines.slice(at + 1)
    case 'rewrite': // by someone with access to the database: all hashes from here on are recomputed
      return [...lines.slice(0, at), ...chainOf([entry(98), ...entriesOf(lines.slice(at + 1))], headBefore(lines, at)).lines]
    case 'member': {
      const whole = JSON.parse(line)
      const names = Object.keys(whole.entry)
      return put(JSON.stringify({ ...whole, entry: { ...whole.entry, [names[how.member % names.length] as string]: how.value } }))
    }
    case 'character': {
      const place = how.place % line.length
      return put(line.slice(0, place) + how.letter + line.slice(place + 1))
    }
  }
}

const entriesOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).entry as ChainedEntry)
const headBefore = (lines: readonly string[], at: number): ChainHead => {
  if (at === 0) return CHAIN_BEGINNING
  const { position, hash } = JSON.parse(lines[at - 1] as string)
  return { position, hash }
}

const anyEntry = fc
  .record({ name: fc.string({ unit: 'grapheme' }), details: fc.dictionary(fc.string(), fc.jsonValue()), source_id: fc.nat() })
  .map(({ name, details, source_id }) =>
    JSON.parse(JSON.stringify(entry(source_id, { actor_name: name, source_label: name, details: details as Record<string, unknown> }))),
  )

// Detects any changed, missing or truncated row, given a published head. @source docs/reference/access_governance.md §13
test('every change, removal, insertion, move, truncation and rewrite is detected', () => {
  let tried = 0
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 2, maxLength: 8 }), tamper, (entries, how) => {
      const { lines, head } = chainOf(entries)
      assert.equal(faultIn(lines, { published: head }), undefined)
      const changed = tamperWith(lines, how)
      fc.pre(changed.join('\n') !== lines.join('\n'))
      tried += 1
      assert.ok(faultIn(changed, { published: head }) !== undefined, JSON.stringify({ how, changed }))
    }),
    { numRuns: 1000, seed: 7 },
  )
  assert.ok(tried > 700)
})

test('the first wrong line is reported with its reason', () => {
  const { lines, head } = chain(4)
  const explainFault = (changed: readonly string[], anchors: Anchors = {}) => {
    const fault = faultIn(changed, anchors)
    return [fault?.line, fault?.position, fault?.reason.split(':')[0]]
  }
  assert.deepEqual(explainFault(lines.with(2, (lines[2] as string).replace('Ann', 'Bob'))), [3, 3, 'The entry has been changed'])
  assert.deepEqual(explainFault(lines.toSpliced(1, 1)), [2, 3, 'Position 2 was to be next'])
  assert.deepEqual(explainFault(lines.slice(0, 3), { published: head }), [4, 4, 'The published head is at 4'])
  assert.deepEqual(explainFault(chainOf([entry(1), entry(2), entry(3), entry(5)]).lines, { published: head }), [
    4,
    4,
    'The hash is not the published one',
  ])
  assert.deepEqual(explainFault([...lines, 'no json']), [5, null, 'The line is not JSON'])
  assert.deepEqual(explainFault([...lines, '{"position":5}'])[2], 'The line is not an entry of an export')
  assert.deepEqual(explainFault([(lines[0] as string).replace('{', '{ ')])[2], 'The line is not written as an export writes it')
  assert.deepEqual(
    explainFault([lines[0] as string, ...chainOf([entry(2, { account_id: 8 })], chain(1).head).lines])[2],
    'The entry belongs to instance 8, the others to instance 7',
  )
  assert.deepEqual(explainFault([]), [1, null, 'The file holds no entries'])
})

test('a line that other parsers could read differently from what was hashed is refused', () => {
  const [line = ''] = chain(1).lines
  assert.match(faultIn([line.replace('"action":"create"', '"action":"destroy","action":"create"')])?.reason ?? '', /not written as/)
  assert.match(faultIn([line.replace('{"position"', '{"note":"fine","position"')])?.reason ?? '', /and nothing else/)
})

test('a head is written as position and hash, and read in no other form', () => {
  const { head } = chain(3)
  assert.deepEqual(readHead(headText(head)), head)
  assert.deepEqual(readHead(` ${headText(head)}\n`), head)
  for (const text of ['', '3', `3:${'g'.repeat(64)}`, `:${head.hash}`, `-1:${head.hash}`, `3:${head.hash}0`])
    assert.equal(readHead(text), undefined, text)
})
