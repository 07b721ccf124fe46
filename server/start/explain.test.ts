import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError } from '#config/config.ts'
import { explain } from './explain.ts'

const folder = mkdtempSync(join(tmpdir(), 'deskhand-explain-'))
after(() => rmSync(folder, { recursive: true }))

const catchError = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}
const systemError = (members: object) => Object.assign(new Error('the system says no'), members)

test('an error that an operator can fix is reported in one line that names its subject', () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  const cases: [unknown, RegExp][] = [
    [new ConfigError('PORT must be a number'), /PORT must be a number$/],
    [catchError(() => mkdirSync(file, { recursive: true })), /a file cannot be used: something that is no folder is in its place/],
    [catchError(() => readFileSync(join(file, 'secret'))), /a file\/secret cannot be used: a part of this path is no folder/],
    [catchError(() => readFileSync(folder)), /cannot be used: it is a folder and should be a file/],
    [systemError({ code: 'EACCES', syscall: 'open', path: '/data/secret' }), /\/data\/secret cannot be used: this account may not/],
    [systemError({ code: 'EROFS', syscall: 'mkdir', path: '/data' }), /\/data cannot be used: it lies on a file system/],
    [systemError({ code: 'ENOSPC', syscall: 'write' }), /a file of DATA_DIR cannot be used: the disk is full/],
    [systemError({ code: 'EACCES', syscall: 'listen', port: 80 }), /it may not listen on port 80/],
    [systemError({ code: 'EADDRINUSE', syscall: 'listen', port: 80 }), /port 80 is taken/],
    [systemError({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere' }), /HOST=nowhere is no address and no name/],
    [systemError({ code: '53100' }), /the database cannot be used: its disk is full/],
    [systemError({ code: '42501' }), /the database cannot be used: its user lacks a permission/],
  ]
  for (const [error, words] of cases) {
    const said = explain(error)
    assert.match(said, words)
    assert.match(said, /^Deskhand cannot start: [^\n]+$/)
  }
})

test('a bug of our own is shown with its stack', () => {
  assert.match(explain(new TypeError('undefined is not a function')), /TypeError: undefined is not a function\n {4}at /)
  assert.equal(explain('a text'), 'a text')
})
