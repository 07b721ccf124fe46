import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '#test/processor_time.ts'
import fc from 'fast-check'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import type { Context } from '#core/context.ts'
import { compile, run } from './engine.ts'
import { makeTurnQueue, MAX_WAITING } from './turn_queue.ts'
import { inTurn } from './turns.ts'

const app = await useApp()
const make = makeWith(app.api)

const ctxOf = (account: number, actor = 0) => ({ account: { id: account }, actor: { id: actor } }) as unknown as Context
/** Never ends. */
const loopForever = () => {
  for (;;);
}
/** Milliseconds of the processor that the thread uses for `work`. */
async function cost(work: () => unknown): Promise<number> {
  const readUsedTime = measureProcessor()
  await work()
  return readUsedTime()
}

test('a rendering is broken off after 50 ms, and after fewer when its person or account has used up its share', async () => {
  assert.equal(await inTurn(ctxOf(-1), () => 'text'), 'text')
  await assert.rejects(
    inTurn(ctxOf(-1), () => {
      throw new RangeError('own')
    }),
    RangeError,
  )
  const costs: number[] = []
  for (let times = 0; times < 25; times++)
    costs.push(await cost(async () => assert.equal(await inTurn(ctxOf(-1, 7), loopForever), undefined)))
  const whole = costs.reduce((sum, one) => sum + one, 0)
  assert.ok(Math.max(...costs) < 250, String(costs))
  assert.ok(whole < 1500, String(costs))
  assert.ok((costs.at(-1) ?? 0) < 45, String(costs))
  // what is not slow is rendered all the same, and others have shares of their own
  assert.equal(await inTurn(ctxOf(-1, 7), () => 'text'), 'text')
  assert.ok((await cost(() => inTurn(ctxOf(-2, 7), loopForever))) > 20)
})

test('a rendering is not behind forty of another account, nor behind forty of another person of its account', async () => {
  const order: string[] = []
  const queue = (name: string, account: number, actor: number) => inTurn(ctxOf(account, actor), () => void order.push(name))
  const many = Array.from({ length: 40 }, () => queue('many', -10, 1))
  await Promise.all([...many, queue('colleague', -10, 2), queue('other account', -11, 1)])
  assert.equal(order.length, 42)
  assert.ok(order.indexOf('other account') <= 2, String(order))
  assert.ok(order.indexOf('colleague') <= 3, String(order))
})

test('so many renderings of one person wait at most; those beyond are left, and others are not', async () => {
  const runs = new Map([1, 2].map((actor) => [actor, 0]))
  const queue = (actor: number) => inTurn(ctxOf(-12, actor), () => runs.set(actor, (runs.get(actor) ?? 0) + 1))
  // the first has its turn at once, and waits for nothing
  const answers = await Promise.all([...Array.from({ length: MAX_WAITING + 3 }, () => queue(1)), queue(2)])
  assert.deepEqual([runs.get(1), runs.get(2)], [MAX_WAITING + 1, 1])
  assert.equal(answers.filter((answer) => answer === undefined).length, 2)
})

test('turns go round: accounts one after the other, the people of each one after the other, and each person in their order', () => {
  const queue = makeTurnQueue<string>()
  for (const item of ['1a1', '1a2', '1a3', '1b1', '2a1', '2a2', '3a1']) queue.add(Number(item[0]), item.charCodeAt(1), item)
  const taken = Array.from({ length: 8 }, () => queue.takeNext())
  assert.deepEqual(taken, ['1a1', '2a1', '3a1', '1b1', '2a2', '1a2', '1a3', undefined])
})

test('forty slow renderings at once leave others served', async () => {
  let isOver = false
  const stalls: number[] = []
  const watch = (used = measureProcessor()) => {
    setImmediate(() => {
      stalls.push(used())
      if (!isOver) watch()
    })
  }
  watch()
  const answers = await Promise.all(Array.from({ length: 40 }, (_none, index) => inTurn(ctxOf(-100 - (index % 2), 1), loopForever)))
  isOver = true
  assert.deepEqual([...new Set(answers)], [undefined])
  assert.ok(stalls.length >= 20, String(stalls.length))
  const usual = stalls.toSorted((one, other) => one - other)[Math.floor(stalls.length * 0.9)] ?? 0
  const most = Math.max(...stalls)
  assert.ok(usual < 150 && most < 500, `${usual} ${most}`)
})

test('a macro with a chain of filters leaves its text as it is written, at once', async () => {
  const ticket = await make.ticket()
  const texts = [
    `{{ ticket.title ${'| url_encode'.repeat(3000)} }}`,
    '{% for i in (1..20000) %}{% assign x = x | append: "%" | url_encode %}{% endfor %}{{x}}',
  ]
  for (const [index, value] of texts.entries()) {
    const actions = [{ field: 'comment_value', value }]
    const { macro } = (await app.api.post('/api/v2/macros', { macro: { title: `Slow ${index}`, actions } })).body
    const used = await cost(async () => {
      const { status, body } = await app.api.get(`/api/v2/tickets/${ticket.id}/macros/${macro.id}/apply`)
      assert.equal(status, 200)
      assert.equal(body.result.ticket.comment.body, value)
    })
    assert.ok(used < 500, String(used))
  }
})

const VALUES = {
  ticket: {
    id: 7,
    title: 'Fish & <chips>',
    comments: Array.from({ length: 100 }, (_none, index) => ({ value: `${'c'.repeat(600)}${index}` })),
    blanks: ' '.repeat(60_000),
    description: '%<&'.repeat(20_000),
  },
}
const value = fc.constantFrom('"%"', 'ticket.blanks', 'ticket.description', 'ticket.comments', 'x', 'c.value', '1', '(1..9000)', 'ticket')
const filter = fc.constantFrom(
  'url_encode',
  'upcase',
  'append: x',
  'prepend: ticket.description',
  'replace: " ", "%"',
  'split: ""',
  'join: "xxxx"',
  'sort',
  'sort: "value"',
  'uniq',
  'reverse',
  'concat: ticket.comments',
  'map: "value"',
  'date: "%A %c %500Y"',
  'escape',
  'strip_html',
  'truncatewords: 90000',
  'slice: 1, 200000',
  'remove: x',
  'replace_first: x, ticket.blanks',
  'split: x',
  'size',
  'times: 9',
)
const chain = fc
  .tuple(filter, filter, fc.constantFrom(1, 2, 40, 2000))
  .map(([one, other, length]) => Array.from({ length }, (_none, index) => ` | ${index % 2 === 0 ? one : other}`).join(''))
const { part } = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(value, chain).map(([of, filters]) => `{{ ${of}${filters} }}`),
    fc.tuple(value, chain).map(([of, filters]) => `{% assign x = ${of}${filters} %}`),
    fc
      .tuple(fc.constantFrom('ticket.comments', '(1..300)', '(1..20000)', 'x'), tie('part'))
      .map(([list, inner]) => `{% for c in ${list} %}${inner}{% endfor %}`),
    tie('part').map((inner) => `{% capture x %}${inner}{% endcapture %}`),
    fc
      .tuple(value, value, tie('part'))
      .map(([one, other, inner]) => `{% if ${one} contains ${other} %}${inner}{% else %}${inner}{% endif %}`),
    fc.tuple(tie('part'), tie('part'), fc.constantFrom(1, 30)).map(([one, other, times]) => (one + other).slice(0, 1500).repeat(times)),
  ),
}))

test('no template of an attacker is read or rendered for more than the time of one', async () => {
  let account = -1000
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
      const text = parts.join('').slice(0, 65_536)
      const measureLeast = async (work: () => unknown) => {
        const first = await cost(() => inTurn(ctxOf(--account), work))
        return first < 75 ? first : Math.min(first, await cost(() => inTurn(ctxOf(--account), work)))
      }
      assert.ok((await measureLeast(() => compile(text, 'text'))) < 100)
      const compiled = await inTurn(ctxOf(--account), () => compile(text, 'text'))
      if (compiled !== undefined) assert.ok((await measureLeast(() => run(compiled, VALUES))) < 100)
    }),
    { numRuns: 60 },
  )
})
