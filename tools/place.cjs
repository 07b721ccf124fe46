'use strict'
// MOVES PACKAGES from one node_modules into another. A package is moved as a whole, by one rename, or not at all.
const { existsSync, mkdirSync, readdirSync, renameSync } = require('node:fs')
const { join } = require('node:path')

/** Moves everything out of a folder except what `isKept`; skips what another process has moved meanwhile. */
function clear(folder, away, isKept) {
  if (!existsSync(folder)) return
  mkdirSync(away, { recursive: true })
  for (const name of readdirSync(folder)) if (!isKept(name)) move(join(folder, name), join(away, name))
}

/** Moves in the packages and programs that are missing, also those nested in existing packages. */
function merge(from, to, isLeft = () => false) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    if (isLeft(name)) continue
    const source = join(from, name)
    const target = join(to, name)
    if (!existsSync(target) && move(source, target)) continue
    if (name.startsWith('@') || name === '.bin') merge(source, target)
    else if (existsSync(join(source, 'node_modules'))) mergeNested(join(source, 'node_modules'), join(target, 'node_modules'))
  }
}

function mergeNested(source, target) {
  if (existsSync(target) || !move(source, target)) merge(source, target)
}

/** False if the target exists already or the source is gone: another process has moved the same first. */
function move(source, target) {
  try {
    renameSync(source, target)
    return true
  } catch (error) {
    // Windows reports EPERM if the target exists
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code) || (error.code === 'EPERM' && existsSync(target))) return false
    throw error
  }
}

module.exports = { clear, merge }
