'use strict'
// WHICH FILES A SOURCE FILE IMPORTS, read from its text. What may import what does not belong here; it is in test/structure.test.ts.
const { dirname, posix } = require('node:path')

/** The beginnings of aliases, and of the paths they stand for: `#test/` and `test/`; the longest first, as Node prefers it. */
const readAliases = (folder) =>
  Object.entries(require(`../${folder}package.json`).imports)
    .map(([alias, target]) => [alias.replace('*', ''), posix.join(folder, target.replace('*', ''))])
    .sort(([one], [other]) => other.length - one.length)
/** The web is a package of its own, with its own aliases. */
const ALIASES = { web: readAliases('web/'), root: readAliases('') }
const AT_ONCE = /^(?:import|export)\s+(type\s+)?([^'"]*?)\s*(?:from\s+)?'(\.[^']+|#[a-z]+\/[^']+)'/gm
const BY_CALL = /(?:\bimport|\brequire|\bcreateRequire\(import\.meta\.url\))\('(\.[^']+|#[a-z]+\/[^']+)'\)/g

/**
 * The imports of a file by relative paths and by aliases, also dynamic ones and those of CommonJS: { from, to, isType, specifier }. Paths are
 * relative to the root of the repository.
 */
function importsOf({ path, text }) {
  const found = []
  const add = (specifier, isType) => found.push({ from: path, to: pathOf(path, specifier), isType, specifier })
  for (const [, type, names = '', from = ''] of text.matchAll(AT_ONCE)) {
    const each = /^\{(.*)\}$/s
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    add(from, type !== undefined || (each !== undefined && each.length > 0 && each.every((name) => name.startsWith('type '))))
  }
  for (const [, from = ''] of text.matchAll(BY_CALL)) add(from, false)
  return found
}

function pathOf(importer, specifier) {
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier)
  const aliases = importer.startsWith('web/') ? ALIASES.web : ALIASES.root
  const [alias, folder] = aliases.find(([beginning]) => specifier.startsWith(beginning))
  return folder + specifier.slice(alias.length)
}

module.exports = { importsOf }
