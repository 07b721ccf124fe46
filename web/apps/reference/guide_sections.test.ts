import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText, sectionsOf } from './guide_sections.ts'

test('a guide has a section for each heading, with its text without marks', () => {
  const guide =
    '# Rate limits\n\n## Of the account\n\nThe `plan` of an [account](account.md), **always**:\n\n| Plan | Calls |\n|---|---|\n| `team` | 200 |\n'
  const text = 'The plan of an account, always: Plan Calls team 200'
  assert.deepEqual(sectionsOf(guide), [
    // the title has no text of its own
    { id: 'rate-limits', heading: 'Rate limits', text },
    { id: 'of-the-account', heading: 'Of the account', text },
  ])
  assert.deepEqual(sectionsOf('    # a comment in code'), [])
  assert.equal(plainText('`a`, (`b`)'), 'a, (b)')
})
