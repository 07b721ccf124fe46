import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compilePattern, MAX_MATCHED_LENGTH } from './pattern.ts'
import { PatternError } from './pattern_reader.ts'

const CASES: readonly [pattern: string, fits: readonly string[], fails: readonly string[]][] = [
  ['\\A\\d{5}\\z', ['12345'], ['1234', '123456', 'a12345', '12345\n']],
  ['^\\d+$', ['12', 'a\n12\nb'], ['a12', '']],
  ['\\A[A-Z]{2}-\\d{3,4}\\Z', ['AB-123', 'AB-1234\n'], ['ab-123', 'AB-12', 'AB-12345']],
  ['(?i)\\Aabc\\z', ['ABC', 'aBc'], ['abd']],
  ['\\A(?=.*\\d)(?!.*!)\\w+\\z', ['abc1', '1'], ['abc', 'a1!']],
  ['\\A(?<year>\\d{4})-(?:0[1-9]|1[0-2])\\z', ['2026-01', '2026-12'], ['2026-13', '26-01']],
  ['\\b[[:alpha:]]+\\b', ['Ärger', 'x'], ['123']],
  ['\\A\\h{2}(:\\h{2}){5}\\z', ['00:1a:2B:3c:4d:5e'], ['00:1a:2B:3c:4d', '0g:1a:2B:3c:4d:5e']],
  ['\\A[\\w.+-]+@[\\w-]+\\.[\\w.]+\\z', ['a.b+c@example.org'], ['a@b', '@example.org']],
  ['\\A.\\z', ['😀', 'x'], ['\n', 'xy']],
  ['\\A(?m:.)\\z', ['\n'], ['']],
  ['\\A[^\\]\\-]+\\z', ['ab'], ['a-', 'a]']],
  ['\\A(a|b)*?c{,2}\\z', ['ababcc', ''], ['abccc']],
]

test('patterns match as expected, in the dialect people use for fields', () => {
  for (const [source, fits, fails] of CASES) {
    const pattern = compilePattern(source)
    for (const text of fits) assert.ok(pattern.matches(text), `${source} fits ${JSON.stringify(text)}`)
    for (const text of fails) assert.ok(!pattern.matches(text), `${source} does not fit ${JSON.stringify(text)}`)
  }
})

test('patterns that need backtracking or cannot be parsed are refused with a message', () => {
  const wrong = [
    '(a)\\1',
    '(?<=a)b',
    '(?>a+)b',
    '(',
    ')',
    '[a',
    'a{5000}',
    '*a',
    '\\',
    '[z-a]',
    '[a&&b]',
    '(a{900}){900}',
    'x'.repeat(1001),
  ]
  for (const source of wrong) assert.throws(() => compilePattern(source), PatternError, source)
  // an empty part needs no states, however often it is repeated
  for (const source of [`()${'{1000}'.repeat(20)}`, '((((a{0}){1000}){1000}){1000}){1000}', '(?:(?:(?=){999}){999}){999}'])
    assert.throws(() => compilePattern(source), PatternError, source)
  assert.throws(() => compilePattern('('.repeat(60) + ')'.repeat(60)), PatternError)
})

test('the work grows linearly with the text: patterns that take other engines years are matched at once', () => {
  for (const source of ['\\A(a+)+\\z', '\\A(a|a)*\\z', '\\A(.*)*,(.*)*\\z', '\\A(?:(?=a*)a*)*b\\z'])
    assert.equal(compilePattern(source).matches(`${'a'.repeat(MAX_MATCHED_LENGTH - 1)}!`), false)
  assert.equal(compilePattern('a').matches('a'.repeat(MAX_MATCHED_LENGTH + 1)), false)
})

test("it agrees with JavaScript's engine on every pattern both support", () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\b', '(?=b)', '(?!a)')
  const pattern = fc.letrec<{ part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc
        .tuple(
          fc.oneof(
            fc.constant('(?:a|b)'),
            tie('part').map((part) => `(?:${part})`),
          ),
          fc.constantFrom('*', '+', '?', '{2}', '{1,2}'),
        )
        .map((two) => two.join('')),
      fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      fc.array(tie('part'), { minLength: 2, maxLength: 2 }).map((parts) => `(?:${parts.join('|')})`),
    ),
  })).part
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 8 })
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
      const ours = compilePattern(`\\A(?:${source})\\z`)
      const theirs = new RegExp(`^(?:${source})$`, 'u')
      for (const one of texts) assert.equal(ours.matches(one), theirs.test(one), `${source} on ${JSON.stringify(one)}`)
    }),
    { numRuns: 300, seed: 7 },
  )
})
