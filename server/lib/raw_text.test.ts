import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseWrittenText } from './raw_text.ts'

test('the changed text counts, and the raw one takes precedence over the shown one', () => {
  assert.equal(chooseWrittenText(undefined, undefined, 'Old'), 'Old')
  assert.equal(chooseWrittenText(null, null, 'Old'), 'Old')
  assert.equal(chooseWrittenText(undefined, 'New', 'Old'), 'New')
  assert.equal(chooseWrittenText('New', undefined, 'Old'), 'New')
  assert.equal(chooseWrittenText('New', 'Old', 'Old'), 'New')
  assert.equal(chooseWrittenText('New', 'Other', 'Old'), 'New')
  assert.equal(chooseWrittenText('Old', 'New', 'Old'), 'New')
  assert.equal(chooseWrittenText('Old', undefined, 'Old'), 'Old')
})

test('a raw placeholder is not replaced by the text it is shown as', () => {
  assert.equal(chooseWrittenText('{{dc.title}}', 'Shown', '{{dc.title}}'), '{{dc.title}}')
  assert.equal(chooseWrittenText('{{dc.other}}', 'Shown', '{{dc.title}}'), '{{dc.other}}')
  assert.equal(chooseWrittenText('', 'Shown', ''), 'Shown')
})
