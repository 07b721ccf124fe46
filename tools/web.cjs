'use strict'
// BUILDS THE WEB into web/dist when its sources have changed since the last time.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { existsSync, readFileSync, readdirSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const ROOT = join(__dirname, '..')
const MARKER = join(ROOT, 'web', 'dist', '.hash')

/** Builds when need be. Quiet, unless it fails or warns. */
function buildWeb(node) {
  const hash = hashSources()
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === hash) return
  const begun = performance.now()
  process.stderr.write('deskhand: building the web … ')
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: ROOT, encoding: 'utf8' })
  const words = `${done.stdout ?? ''}${done.stderr ?? ''}`
  if (done.status !== 0) {
    process.stderr.write(`failed\n${words}`)
    throw new Error('the web could not be built')
  }
  writeFileSync(MARKER, hash)
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n${words}`)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of [...filesBelow(join(ROOT, 'web')), join(ROOT, 'vite.config.ts'), join(ROOT, 'package-lock.json')]) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  return files.filter((file) => !/^web[\\/]dist[\\/]/.test(relative(ROOT, file))).sort()
}

module.exports = { buildWeb }
