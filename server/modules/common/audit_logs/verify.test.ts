/** Every way to tamper with an export is reported with its line and its kind, and the lines after it are still verified. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChainedEntry } from '#accounts/audit_chain.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '#lib/hash_chain.ts'
import { exportLine } from './chain.ts'
import { type Anchors, beginVerification, type Fault } from './verify.ts'

const entry = (number: number, more: Partial<ChainedEntry> = {}): ChainedEntry => ({
  account_id: 7,
  id: 1000 + number,
  actor_id: 5,
  actor_name: 'Ann\u2028O\u2029Hara\u0085é😀',
  action: 'create',
  source_type: 'group',
  source_id: number,
  source_label: `Group\t"${number}"`,
  change_description: 'Created',
  ip_address: null,
  details: { after: { name: `Group ${number}`, count: 1.5 } },
  created_at: '2027-01-01T10:00:00.123Z',
  ...more,
})

function chainOf(entries: readonly ChainedEntry[]): { lines: string[]; head: ChainHead } {
  let head = CHAIN_BEGINNING
  const lines = entries.map((one) => {
    const next = { position: head.position + 1, hash: nextHash(head, entryDigest(one)) }
    const line = exportLine({ position: next.position, previous_hash: head.hash, hash: next.hash, entry: one })
    head = next
    return line
  })
  return { lines, head }
}

const { lines, head } = chainOf(Array.from({ length: 8 }, (_, index) => entry(index + 1)))

function faultsIn(changed: readonly (string | Uint8Array)[], anchors: Anchors = { published: head }): Fault[] {
  const verification = beginVerification(anchors)
  return [...changed.flatMap((line) => verification.read(line)), ...verification.end()]
}

const summarizeFaults = (faults: readonly Fault[]) => faults.map(({ line, kind }) => `${line} ${kind}`)

test('Unicode line separators in a name do not end a line and are not a fault', () => {
  assert.deepEqual(faultsIn(lines), [])
})

test('each kind of tampering is reported with its line and its kind, and nothing else is', () => {
  const line = (number: number) => lines[number - 1] as string
  const put = (number: number, ...instead: (string | Uint8Array)[]) => [...lines.slice(0, number - 1), ...instead, ...lines.slice(number)]
  const edit = (number: number, from: string | RegExp, to: string) => {
    const changed = line(number).replace(from, to)
    assert.notEqual(changed, line(number))
    return put(number, changed)
  }
  const other = chainOf([...Array.from({ length: 3 }, (_, index) => entry(index + 1)), entry(4, { account_id: 8 })]).lines[3] as string
  const changeHash = (text: string, name = 'hash') =>
    text.replace(new RegExp(`"${name}":"(.)`), (_, digit) => `"${name}":"${digit === '0' ? '1' : '0'}`)
  const cases: Readonly<Record<string, readonly [readonly (string | Uint8Array)[], readonly string[]]>> = {
    'no JSON': [put(3, 'nonsense'), ['3 not_json']],
    'an empty line': [put(3, '', line(3)), ['3 not_json']],
    'a cut line': [put(3, line(3).slice(0, 50)), ['3 not_json']],
    'no UTF-8': [put(3, Buffer.concat([Buffer.from(line(3).slice(0, -2)), Buffer.from([0xff])])), ['3 not_utf8']],
    'an overlong form': [put(3, Buffer.concat([Buffer.from([0xc0, 0xaf]), Buffer.from(line(3))])), ['3 not_utf8']],
    'a byte order mark': [put(1, `\ufeff${line(1)}`), ['1 byte_order_mark']],
    'a carriage return': [put(3, `${line(3)}\r`), ['3 not_canonical']],
    'a trailing space': [put(3, `${line(3)} `), ['3 not_canonical']],
    'trailing characters': [put(3, `${line(3)}{}`), ['3 not_json']],
    'a repeated member': [edit(3, '"action":"create"', '"action":"destroy","action":"create"'), ['3 not_canonical']],
    'a repeated position': [edit(3, '"position":3', '"position":4,"position":3'), ['3 not_canonical']],
    'another form of a number': [edit(3, '"position":3', '"position":3.0'), ['3 not_canonical']],
    'another form of a fraction': [edit(3, ':1.5', ':15e-1'), ['3 not_canonical']],
    'another form of a letter': [edit(3, 'create', '\\u0063reate'), ['3 not_canonical']],
    'another order': [edit(3, /"id":(\d+),"actor_id":5/, '"actor_id":5,"id":$1'), ['3 not_canonical']],
    'a missing member': [edit(3, '"position":3,', ''), ['3 missing_member']],
    'a missing member of the entry': [edit(3, '"action":"create",', ''), ['3 missing_member']],
    'one member more': [edit(3, '{"position"', '{"note":1,"position"'), ['3 unknown_member']],
    'one member more in the entry': [edit(3, '"action":', '"note":1,"action":'), ['3 unknown_member']],
    'a position that is none': [edit(3, '"position":3', '"position":"3"'), ['3 wrong_type']],
    'no position below one': [edit(3, '"position":3', '"position":-3'), ['3 wrong_type']],
    'a large hash': [
      put(
        3,
        line(3).replace(/"hash":"[0-9a-f]{64}/, (found) => found.slice(0, 8) + found.slice(8).toUpperCase()),
      ),
      ['3 wrong_type'],
    ],
    'what it says': [edit(3, 'Created', 'Removed'), ['3 wrong_hash']],
    'its hash': [put(3, changeHash(line(3))), ['3 wrong_hash']],
    'its link': [put(3, changeHash(line(3), 'previous_hash')), ['3 wrong_link']],
    'its position, upwards': [edit(3, '"position":3', '"position":300'), ['3 wrong_position']],
    'its position, downwards': [edit(3, '"position":3', '"position":1'), ['3 wrong_position']],
    'a line that is gone': [put(3), ['3 gap']],
    'three lines that are gone': [[...lines.slice(0, 2), ...lines.slice(5)], ['3 gap']],
    'a line that is there twice': [put(3, line(3), line(3)), ['4 repeated_position']],
    'lines in another order': [
      [...lines.slice(0, 2), line(4), line(3), ...lines.slice(4)],
      ['3 gap', '4 wrong_order'],
    ],
    'another instance': [put(4, other), ['4 other_instance', '5 wrong_link']],
    'the end is gone': [lines.slice(0, 6), ['7 cut_off']],
    'nothing is left': [[], ['1 empty']],
    'an old entry among the others': [
      put(3, line(3), exportLine({ position: null, previous_hash: null, hash: null, entry: entry(99) })),
      ['4 unchained'],
    ],
    'written anew': [chainOf([...Array.from({ length: 7 }, (_, index) => entry(index + 1)), entry(80)]).lines, ['8 other_head']],
    'three of them': [
      put(7, line(7).replace('Created', 'Removed')).with(1, 'x').with(4, line(5).replace('Created', 'Changed')),
      ['2 not_json', '5 wrong_hash', '7 wrong_hash'],
    ],
  }
  for (const [what, [changed, kinds]] of Object.entries(cases)) assert.deepEqual(summarizeFaults(faultsIn(changed)), kinds, what)
})

test('a published head that no line has is reported, also when the log continues after it', () => {
  const { lines: long } = chainOf(Array.from({ length: 8 }, (_, index) => entry(index + 1)))
  const published = { position: 3, hash: JSON.parse(long[2] as string).hash as string }
  assert.deepEqual(summarizeFaults(faultsIn(long.toSpliced(2, 1), { published })), ['3 gap', '8 cut_off'])
})

test('JSON nested deeper than any entry is a fault and does not crash', () => {
  const [first = ''] = lines
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  assert.equal(faultsIn([first.replace('"details":{', `"details":{"deep":${deep},`), ...lines.slice(1)])[0]?.line, 1)
})

test('a byte changed, inserted or removed in any line is reported for that line and no other', () => {
  const bytes = lines.map((line) => Buffer.from(line))
  const how = fc.constantFrom('change', 'insert', 'remove')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(), fc.nat(255), how, (at, place, byte, kind) => {
      const line = bytes[at] as Buffer
      const index = place % line.length
      fc.pre(byte !== 0x0a && (kind !== 'change' || byte !== line[index]))
      const put = kind === 'remove' ? Buffer.alloc(0) : Buffer.from([byte])
      const changed = Buffer.concat([line.subarray(0, index), put, line.subarray(kind === 'insert' ? index : index + 1)])
      fc.pre(!changed.equals(line))
      const named = new Set(faultsIn(bytes.with(at, changed)).map((fault) => fault.line))
      assert.deepEqual([...named], [at + 1], `${kind} ${byte} at ${index}: ${changed.toString()}`)
    }),
    { numRuns: 4000, seed: 5 },
  )
})
