import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '#test/database.ts'
import { wordsOf } from '#lib/words.ts'
import { phraseQuery, phraseVector } from './words.ts'

const database = await testDatabase()
after(() => database.close())

/** The words PostgreSQL stores for a text, and whether a query of the same text finds it. */
async function readStoredWords(text: string): Promise<{ words: string[]; found: boolean | null }> {
  const query = phraseQuery(7, text, { prefix: false })
  const [row] = await database.database.driver`select tsvector_to_array(search_words(7, ${text})) as words,
    search_words(7, ${text}) @@ ${query ?? ''}::tsquery as found`
  return {
    words: ((row?.words ?? []) as string[]).map((word) => word.slice('a7x'.length)).filter(Boolean),
    found: query === null ? null : row?.found,
  }
}

test('a text is split into words in lower case, without accents and punctuation', () => {
  assert.deepEqual(wordsOf('Ünïcode "Straße" foo_bar, a@b.example (42) – ok…'), [
    'unicode',
    'strasse',
    'foo',
    'bar',
    'a',
    'b',
    'example',
    '42',
    'ok',
  ])
  assert.deepEqual(wordsOf('東京タワー ab'), ['東', '京', 'タ', 'ワ', 'ー', 'ab'])
  assert.deepEqual(wordsOf(' 🙂 !?'), [])
})

test('PostgreSQL finds every text by its words', async () => {
  const texts = [
    'Ünïcode "Straße" foo_bar, a@b.example 42',
    '東京タワー ab',
    'Привет, мир',
    'INC-4711/7 1e5 v1.2.3',
    'Ærø Łódź İstanbul',
    '🙂 face',
  ]
  for (const text of texts) {
    const { words, found } = await readStoredWords(text)
    assert.deepEqual([found, new Set(words)], [true, new Set(wordsOf(text))], text)
  }
})

test('PostgreSQL splits every text into the same words as a query', async () => {
  const letters = fc.constantFrom(
    ...'abcxyzABCÄÖÜßéèñçøæœłđıАбвЯ東京かなガｱＡ0123456789 \t\n.,;:!?-_/\\|@#$%&*()[]{}<>"\'`~^+=€£§°–—…“”«»·🙂'.split(/(?:)/u),
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: letters, maxLength: 40 }), async (text) => {
      const { words, found } = await readStoredWords(text)
      assert.deepEqual(new Set(words), new Set(wordsOf(text)))
      assert.notEqual(found, false)
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('the marks of a text include those of each phrase in it, whatever is before and after it', async () => {
  const letters = fc.constantFrom(...'aabbcßé東京か 0 \t.,-\'"'.split(/(?:)/u))
  const text = fc.string({ unit: letters, maxLength: 25 })
  const readMarks = async (vector: string, weight: string, texts: string[]) => {
    const [row] = await database.database
      .driver`select search_marks(setweight(search_words(7, ${texts.join(' ')}), ${weight}::"char")) @> search_marks(${vector}::tsvector) as held,
      cardinality(search_marks(${vector}::tsvector)) as count`
    return row
  }
  let phrases = 0
  await fc.assert(
    fc.asyncProperty(text, text, text, fc.boolean(), async (before, phrase, behind, prefix) => {
      for (const weights of ['', 'A'] as const) {
        const vector = phraseVector(7, phrase, { prefix, weights })
        if (vector === null) continue
        const row = await readMarks(vector, weights === 'A' ? 'A' : 'C', [before, phrase, behind])
        assert.equal(row?.held, true, vector)
        assert.ok((row?.count as number) > 0, vector)
        phrases++
      }
    }),
    { numRuns: 150, seed: 7 },
  )
  assert.ok(phrases > 100)
  const [other] = await database.database
    .driver`select search_marks(search_words(7, 'one two three')) @> search_marks(${phraseVector(7, 'two one', { prefix: false }) as string}::tsvector) as held`
  assert.equal(other?.held, false)
})

test('joined word lists have the marks of both texts, and no phrase spans both', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'aab 東'.split(/(?:)/u)), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      const [row] = await database.database.driver`with t as (select search_words(7, ${one}) as one, search_words(7, ${other}) as other)
        select search_marks(search_joined(one, other)) @> (search_marks(one) || search_marks(other))
          and search_marks(search_joined(one, other)) <@ (search_marks(one) || search_marks(other)) as same from t`
      assert.equal(row?.same, true)
    }),
    { numRuns: 100, seed: 7 },
  )
  const [spans] = await database.database.driver`select search_joined(search_words(7, 'one two'), search_words(7, 'three')) as words,
    search_joined(search_words(7, 'one two'), search_words(7, 'three')) @@ '''a7xtwo'' <-> ''a7xthree''' as found`
  assert.equal(spans?.found, false)
})

test('a text with more words than a column holds is stored as far as it fits', async () => {
  const text = Array.from({ length: 200_000 }, (_none, index) => `word${index}`).join(' ')
  const [row] = await database.database
    .driver`select search_words(7, ${text}) @@ '''a7xword1''' as found, search_joined(search_words(7, ${text}), search_words(7, ${text})) is not null as joined`
  assert.deepEqual([row?.found, row?.joined], [true, true])
})
