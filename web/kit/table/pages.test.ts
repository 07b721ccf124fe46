import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, makeServedPage } from './pages.ts'

const all = Array.from({ length: 120 }, (_, index) => index + 1)

test('a page holds 50 entries and the last one the rest', () => {
  const { entries, ...rest } = pageOf(all, 3)
  assert.deepEqual(rest, { page: 3, page_count: 3, first: 101, last: 120, total: 120 })
  assert.deepEqual(entries, all.slice(100))
})

test('a page that does not exist becomes the nearest that does', () => {
  assert.equal(pageOf(all, 9).page, 3)
  assert.equal(pageOf(all, 0).page, 1)
  assert.equal(pageOf(all.slice(0, 50), 2).page, 1)
})

test('an empty list has one empty page', () => {
  assert.deepEqual(pageOf([], 1), { entries: [], page: 1, page_count: 1, first: 0, last: 0, total: 0 })
})

test('a page from the server has the positions of its records in the whole list', () => {
  const rest = { page: 2, page_count: 3, first: 51, last: 100, total: 120 }
  assert.deepEqual(makeServedPage(all.slice(50, 100), 2, 120, 50), { entries: all.slice(50, 100), ...rest })
  assert.deepEqual(makeServedPage([], 9, 120, 50), { entries: [], page: 4, page_count: 3, first: 0, last: 0, total: 120 })
  assert.deepEqual(makeServedPage([], 1, 0, 50), { entries: [], page: 1, page_count: 1, first: 0, last: 0, total: 0 })
})
