'use strict'
// BUILDS what is run built, when its sources have changed since the last time: the dashboard, and the server as few files.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const ROOT = join(__dirname, '..')
/** What there is to build: its folder of sources, the configuration of Vite, and the folder it is built into. */
const BUILDS = {
  web: { sources: 'web', config: 'vite.config.ts', folder: join('web', 'dist') },
  server: { sources: 'server', config: 'vite.server.config.ts', folder: join('dist', 'server') },
}

/** Builds `names` when need be. Quiet, unless one fails or warns. */
function build(node, names) {
  for (const name of names) buildOne(node, name, BUILDS[name])
}

function buildOne(node, name, { sources, config, folder }) {
  const marker = join(ROOT, folder, '.hash')
  const hash = hashOf([...filesBelow(sources, folder), config, 'package-lock.json'])
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  const begun = performance.now()
  process.stderr.write(`deskhand: building the ${name} … `)
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  // beside the old one until it is whole: a server that runs, or starts meanwhile, has all of its files
  const fresh = join(ROOT, `${folder}.${process.pid}`)
  const args = [vite, 'build', '--config', config, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  const done = spawnSync(node, args, { cwd: ROOT, encoding: 'utf8' })
  const words = `${done.stdout ?? ''}${done.stderr ?? ''}`
  if (done.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    process.stderr.write(`failed\n${words}`)
    throw new Error(`the ${name} could not be built`)
  }
  writeFileSync(join(fresh, '.hash'), hash)
  rmSync(join(ROOT, folder), { recursive: true, force: true })
  renameSync(fresh, join(ROOT, folder))
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n${words}`)
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Files below a folder in the project, tests and what is built left out: they change nothing that is built. */
function filesBelow(sources, folder) {
  const entries = readdirSync(join(ROOT, sources), { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
  return files.filter((file) => !file.startsWith(folder) && !file.endsWith('.test.ts')).sort()
}

module.exports = { build }
