'use strict'
// MOVES PACKAGES from one node_modules into another. A package is moved whole, by one renaming, or not at all.
const { existsSync, mkdirSync, readdirSync, renameSync } = require('node:fs')
const { join } = require('node:path')

/** Moves everything out of a folder but what is kept; what a neighbour has moved meanwhile is passed over. */
function clear(folder, away, isKept) {
  if (!existsSync(folder)) return
  mkdirSync(away, { recursive: true })
  for (const name of readdirSync(folder)) if (!isKept(name)) move(join(folder, name), join(away, name))
}

/** Moves the packages and programs in that are not there yet, in packages that are there too. */
function merge(from, to, isLeft = () => false) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    if (isLeft(name)) continue
    const [source, target] = [join(from, name), join(to, name)]
    if (!existsSync(target) && move(source, target)) continue
    if (name.startsWith('@') || name === '.bin') merge(source, target)
    else if (existsSync(join(source, 'node_modules'))) mergeNested(join(source, 'node_modules'), join(target, 'node_modules'))
  }
}

function mergeNested(source, target) {
  if (existsSync(target) || !move(source, target)) merge(source, target)
}

/** False when it is there already, or gone: another process was quicker, with the same. */
function move(source, target) {
  try {
    renameSync(source, target)
    return true
  } catch (error) {
    // Windows says EPERM of what is there
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code) || (error.code === 'EPERM' && existsSync(target))) return false
    throw error
  }
}

module.exports = { clear, merge }
