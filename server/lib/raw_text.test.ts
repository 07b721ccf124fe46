import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenText } from './raw_text.ts'

test('the changed text counts, and the raw one takes precedence over the shown one', () => {
  assert.equal(writtenText(undefined, undefined, 'Old'), 'Old')
  assert.equal(writtenText(null, null, 'Old'), 'Old')
  assert.equal(writtenText(undefined, 'New', 'Old'), 'New')
  assert.equal(writtenText('New', undefined, 'Old'), 'New')
  assert.equal(writtenText('New', 'Old', 'Old'), 'New')
  assert.equal(writtenText('New', 'Other', 'Old'), 'New')
  assert.equal(writtenText('Old', 'New', 'Old'), 'New')
  assert.equal(writtenText('Old', undefined, 'Old'), 'Old')
})

test('a raw placeholder is not replaced by the text it is shown as', () => {
  assert.equal(writtenText('{{dc.title}}', 'Shown', '{{dc.title}}'), '{{dc.title}}')
  assert.equal(writtenText('{{dc.other}}', 'Shown', '{{dc.title}}'), '{{dc.other}}')
  assert.equal(writtenText('', 'Shown', ''), 'Shown')
})
