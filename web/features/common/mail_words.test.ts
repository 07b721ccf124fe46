import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const WEB = join(import.meta.dirname, '../..')
/** Sentences that are true only where there is a mail server. */
const SENT = /\bmailed to\b|notified by mail|\bget a(?:nother)? mail\b|a mail with a link goes|link is on its way|\bget a link\b/i
const COMMENT = /^\s*(?:\/\/|\/?\*)/

const pages = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^(?!dist|node_modules).*(?<!\.test)\.tsx?$/.test(path),
)
const linesOf = (path: string) => readFileSync(join(WEB, path), 'utf8').split('\n')
const claims = pages.filter((path) => linesOf(path).some((line) => SENT.test(line) && !COMMENT.test(line)))

test('a page that says that a mail is sent asks whether there is a mail server', () => {
  assert.ok(claims.length >= 5, claims.join())
  const blind = claims.filter((path) => !linesOf(path).some((line) => /useSendsMail\(\)|state === 'kept'/.test(line)))
  assert.deepEqual(blind, [])
})
