import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitStatements } from './split_statements.ts'

const CASES: readonly (readonly [why: string, text: string, statements: readonly string[]])[] = [
  ['a semicolon ends a statement, and the last one needs none', 'select 1; select 2', ['select 1', 'select 2']],
  ['comments before a statement and empty statements are left out', '-- one; two\n/* three; */ select 1;;\n-- end', ['select 1']],
  ['a comment within a statement stays', 'select 1 -- one; two\n, 2', ['select 1 -- one; two\n, 2']],
  ['texts', "select 'a;b', 'it''s;'; select ';'", ["select 'a;b', 'it''s;'", "select ';'"]],
  ['texts with escapes', String.raw`select E'\';', e';'; select 2`, [String.raw`select E'\';', e';'`, 'select 2']],
  ['a backslash in a text without escapes', String.raw`select '\'; select 2`, [String.raw`select '\'`, 'select 2']],
  ['quoted names', 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', 'select 2']],
  ['bodies between dollars', 'do $$ begin; end $$; select $a$ ;$$; $a$', ['do $$ begin; end $$', 'select $a$ ;$$; $a$']],
  ['a dollar within a name begins nothing', 'select a$b$ from c; select d$b$', ['select a$b$ from c', 'select d$b$']],
]
for (const [why, text, statements] of CASES) {
  test(`a text is split into its statements: ${why}`, () => {
    assert.deepEqual(splitStatements(text), statements)
  })
}
