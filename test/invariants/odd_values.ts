/** Values that clients send by mistake or on purpose to do harm: data only. */
import { createHash } from 'node:crypto'

/** Longer than an index entry may be, and incompressible. */
const LONG = Array.from({ length: 200 }, (_none, index) => createHash('sha256').update(String(index)).digest('hex')).join('')
const INJECTION = `'; drop table users; --`

/** An object that JavaScript cannot convert to a string. */
const TEXTLESS = { toString: 0, valueOf: 0 }

/** Objects and lists for free-form JSON: in place of ids, values and items; and with names of built-in properties of JavaScript objects. */
const HOSTILE: readonly unknown[] = [
  [{ id: TEXTLESS, value: TEXTLESS }],
  [{ id: [TEXTLESS], value: [[TEXTLESS]] }],
  [{ id: { toString: 1 } }, { id: [7], value: { length: 1e9 } }],
  [[TEXTLESS], [[1]], null, 1, 'x', true],
  { 1: TEXTLESS, 2: [TEXTLESS], constructor: TEXTLESS, hasOwnProperty: 1 },
  JSON.parse('{"toJSON":1,"then":1,"length":1e9}') as unknown,
  JSON.parse('{"__proto__":{"toString":1},"a":{"__proto__":[1]}}') as unknown,
  { channel: TEXTLESS, source: { from: TEXTLESS, to: [TEXTLESS], rel: TEXTLESS } },
  { email: [TEXTLESS], name: [1], user_id: [1], user_email: { a: 1 }, id: [1] },
  { $and: TEXTLESS, $or: [TEXTLESS], name: { $in: [TEXTLESS], $eq: [1] } },
  Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner }), 1),
  Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 1),
]

/** Values for a field of a body, by its type: some valid for that type, some not. */
export const BODY_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', ' ', LONG, 'nul\0 half \ud800 pair', INJECTION, '{{ticket.title}}', 0, null, TEXTLESS],
  integer: [0, -1, 2_147_483_648, 9_007_199_254_740_991, 1e308, '7', null, 'seven', TEXTLESS],
  boolean: ['true', '', null, 'perhaps'],
  moment: ['2026-02-30', '0001-01-01', '9999-12-31T23:59:59.999Z', '+275760-09-13', 0, -1e15, 'infinity', '', null],
  array: [
    [],
    [null],
    [[]],
    [TEXTLESS],
    [1, 'two', null],
    Array.from({ length: 101 }, (_none, index) => index),
    'one two',
    null,
    [LONG],
    ...HOSTILE,
  ],
  object: [
    {},
    { a: 1 },
    { id: null },
    { constructor: { prototype: 1 } },
    TEXTLESS,
    { id: TEXTLESS, email: TEXTLESS, name: TEXTLESS },
    [],
    'text',
    null,
    ...HOSTILE,
  ],
  any: [
    null,
    0,
    -1,
    1e308,
    '',
    LONG,
    INJECTION,
    true,
    [],
    [[null]],
    [TEXTLESS],
    TEXTLESS,
    { a: { b: [1, 'x\0', null] } },
    { id: 'x', value: TEXTLESS },
    ...HOSTILE,
  ],
}

const makeNested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Bodies that are not a record, most of them not JSON. */
export const BODY_TEXTS: readonly (string | Uint8Array)[] = [
  '{',
  '[',
  'null',
  '7',
  '"text"',
  '[]',
  'undefined',
  '{"a":1,}',
  "{'a':1}",
  '\uFEFF{}',
  '\0',
  '{"__proto__":{"admin":true},"constructor":1,"toString":null}',
  '{"":{"":""}}',
  makeNested(20_000, '[', ']'),
  makeNested(20_000, '{"a":', '}').replace(':}', ':1}'),
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  new Uint8Array(256).map((_zero, index) => index),
]

/** Media types of requests whose body is `{}`. */
export const MEDIA_TYPES: readonly string[] = [
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json;;;',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/html',
  'nonsense',
  ';',
  'x'.repeat(3000),
]

/** Headers added to the caller's own. */
export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Basic' },
  { authorization: 'Basic ====' },
  { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` },
  { authorization: `Basic ${Buffer.from('/token:').toString('base64')}` },
  { authorization: `Basic ${Buffer.from('a\0b/token:\0').toString('base64')}` },
  { authorization: `Basic ${Buffer.from([0xff, 0x2f, 0x74, 0x6f, 0x6b, 0x65, 0x6e, 0x3a, 0xfe]).toString('base64')}` },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(6000)}` },
  { authorization: 'Digest username="x"' },
  { authorization: '\xff\xfe' },
  { cookie: 'deskhand_session=%E0%A4%A' },
  { cookie: '=;=;;deskhand_session' },
  { accept: 'text/html;q=x' },
  { accept: '\xff' },
  { 'accept-encoding': 'gzip;q=9, br, *;q=' },
  { 'accept-language': 'x-klingon-\xff;q=1,,' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': '\xe4\xf6\xfc' },
  { 'user-agent': '\xff'.repeat(600) },
  { 'x-forwarded-for': 'nonsense, \xff' },
  { 'x-forwarded-host': '<script>' },
  { 'x-on-behalf-of': 'nobody@example.org' },
  { 'x-csrf-token': '\xff' },
  { origin: 'null' },
  { host: '[::1' },
  { host: 'a b' },
  { host: '' },
  { host: 'x'.repeat(3000) },
]

/** Values for an id in a path. */
export const PATH_IDS: readonly string[] = [
  ...[
    '0',
    '-1',
    '-0',
    '2147483648',
    '9007199254740991',
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '1e400',
    '1.5',
    '+1',
  ],
  ...[
    'abc',
    'null',
    'undefined',
    '%00',
    '1%00',
    '%FF',
    '%F0%9F%92%A5',
    '%2e%2e%2f',
    '1;2',
    '1,2',
    ' ',
    '%20',
    `%27%3B--`,
    '9'.repeat(400),
    '__proto__',
    'constructor',
  ],
]

/** Query strings, about paging and in general. */
export const QUERIES: readonly string[] = [
  ...[
    'page=-1',
    'page=0',
    'page=x',
    'page=1.5',
    'page=1e400',
    'page=',
    'page=99999999999999999999',
    'page[]=1&page[]=2',
    'page=1&page=2',
    'page[a][b]=1',
  ],
  ...['per_page=-1', 'per_page=0', 'per_page=x', 'per_page=1e9', 'per_page[]=1'],
  ...['page[size]=x', 'page[size]=0', 'page[size]=-5', 'page[size]=1e9', 'page[size][]=2', 'page%5Bsize%5D=1'],
  ...[
    'page[after]=garbage',
    'page[before]=garbage',
    'page[after]=%00',
    'page[after]=bnVsbA==',
    'page[after]=e30=',
    'page[after][]=x',
    'page[after]=a&page[before]=b',
  ],
  ...[
    'sort=constructor&page[size]=1',
    'sort=-__proto__&page[size]=1',
    'sort=id;--&page[size]=1',
    'sort=--id&page[size]=1',
    'sort=&page[size]=1',
  ],
  ...['sort_by=constructor&sort_order=x', 'sort_by=__proto__', 'sort_by=id%27', 'sort_order=desc', 'sort_order[]=asc'],
  ...[
    'include=a,b,,%00',
    'include=constructor,__proto__',
    'include[]=users',
    'include=users(groups(x',
    'ids=x',
    'ids=1,,2',
    'ids=9999999999999999999',
    'ids=%00',
  ],
  ...[
    '%',
    '%zz=1',
    '%FF=%FF',
    '=&&=',
    '[]=1',
    'a[]',
    '__proto__=1',
    'constructor=1',
    '%00=%00',
    `q=${'x'.repeat(5000)}`,
    'access_token=x',
    'access_token=%00',
  ],
]

/** Values for a query parameter. */
export const QUERY_VALUES: readonly string[] = [
  '',
  ' ',
  '-1',
  '0',
  '9223372036854775807',
  '1e400',
  'x\0y',
  '\ud800',
  INJECTION,
  '%',
  '*',
  '_%\\',
  '"',
  '(',
  'a,b,,c',
  'true',
  '2026-02-30',
  LONG.slice(0, 5000),
  'constructor',
]
