'use strict'
// WHICH FILES A SOURCE FILE IMPORTS, read from its text. What may import what does not belong here; it is in test/structure.test.ts.
const { dirname, posix } = require('node:path')

/**
 * The imports of a file by relative paths, also dynamic ones and those of CommonJS: { from, to, isType }. Paths are relative to the root of the
 * repository.
 */
function importsOf({ path, text }) {
  const found = []
  const add = (from, isType) => found.push({ from: path, to: posix.join(dirname(path), from), isType })
  for (const [, type, names = '', from = ''] of text.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?)\s*(?:from\s+)?'(\.[^']+)'/gm)) {
    const each = /^\{(.*)\}$/s
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    add(from, type !== undefined || (each !== undefined && each.length > 0 && each.every((name) => name.startsWith('type '))))
  }
  for (const [, from = ''] of text.matchAll(/(?:\bimport|\brequire|\bcreateRequire\(import\.meta\.url\))\('(\.[^']+)'\)/g)) add(from, false)
  return found
}

module.exports = { importsOf }
