'use strict'
// INSTALLS: `npm ci` where what lies in node_modules is not what package-lock.json says.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { basename, delimiter, dirname, join } = require('node:path')

/** Whether node_modules of the folder holds what its package-lock.json says, whoever installed it. */
function isInstalled(folder) {
  const marker = markerOf(folder)
  const hash = hashOf(folder)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true
  if (!isSame(folder)) return false
  try {
    writeFileSync(marker, hash)
  } catch {
    // Somebody else's installation, which we may only read. The comparison is then made each time.
  }
  return true
}

/** Runs `npm ci` in the folder under the given Node. Quiet, unless it fails. */
function install(folder, node, what) {
  const begun = performance.now()
  process.stderr.write(`deskhand: installing ${what} … `)
  const [command, ...before] = npmOf(node)
  const args = [
    ...before,
    'ci',
    '--prefix',
    folder,
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const done = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    maxBuffer: 1 << 28,
  })
  if (done.status !== 0) {
    process.stderr.write(`failed\n${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`)
    throw new Error(`'npm ci' failed in ${folder}; its words are above`)
  }
  writeFileSync(markerOf(folder), hashOf(folder))
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** The npm that runs us when there is one, under the given Node; else the one on the PATH. */
function npmOf(node) {
  const cli = process.env.npm_execpath
  return cli && basename(cli) === 'npm-cli.js' && existsSync(cli) ? [node, cli] : ['npm']
}

function markerOf(folder) {
  return join(folder, 'node_modules', '.deskhand-lock')
}

function hashOf(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
}

/** Compares the lock with the list npm leaves in node_modules when it has finished. What is optional may be missing. */
function isSame(folder) {
  const list = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)
  return wanted.every(([path, { version, optional, devOptional }]) => {
    return path === '' || (installed[path] ? installed[path].version === version : Boolean(optional || devOptional))
  })
}

module.exports = { install, isInstalled }
