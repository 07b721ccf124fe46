'use strict'
// INSTALLS what package-lock.json says: `npm ci` in a folder beside, whose packages are then moved in whole. So a broken-off
// installation leaves nothing half there, two at once do not hinder each other, and what is there already stays as it is.
const { spawn } = require('node:child_process')
const { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs')
const { basename, delimiter, dirname, join } = require('node:path')
const { clear, merge } = require('./place.cjs')

/** How much of the packages is installed: what a start needs, or also what tests and checks need. */
const EXTENTS = ['start', 'all']
const STAGE = '.deskhand-install-'
/** The list npm leaves in node_modules when it has finished. */
const LIST = '.package-lock.json'

/** Whether node_modules of the folder holds what its package-lock.json says, whoever installed it. */
function isInstalled(folder, extent) {
  const lock = readLock(folder)
  const marker = readMarker(folder)
  if (marker.lock === lock && EXTENTS.indexOf(marker.extent) >= EXTENTS.indexOf(extent)) return true
  if (!isSame(folder, lock, extent)) return false
  try {
    writeMarker(folder, lock, extent)
  } catch {
    // Somebody else's installation, which we may only read. The comparison is then made each time.
  }
  return true
}

/**
 * Installs the packages of the folder under the given Node, no fewer than were there for an older lock. Quiet, unless it fails.
 * @param children the process is in this list while it runs
 */
async function install(folder, extent, node, what, children = []) {
  const begun = performance.now()
  process.stderr.write(`deskhand: installing ${what} …\n`)
  const modules = join(folder, 'node_modules')
  removeAbandoned(modules)
  const stage = join(modules, `${STAGE}${process.pid}`)
  const wanted = readMarker(folder).extent === 'all' ? 'all' : extent
  try {
    const lock = copyManifests(folder, stage)
    await npmCi(stage, wanted, node, folder, children)
    place(stage, folder, lock, wanted)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  process.stderr.write(`deskhand: installed ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

function npmCi(stage, extent, node, folder, children) {
  const [command, ...before] = npmOf(node)
  const dev = extent === 'all' ? '--include=dev' : '--omit=dev'
  const args = [
    ...before,
    'ci',
    '--prefix',
    stage,
    dev,
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const shell = process.platform === 'win32' && command === 'npm'
  const child = spawn(command, args, { cwd: stage, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (words += text))
  return new Promise((resolve, reject) => {
    const fail = (why) => {
      process.stderr.write(words)
      reject(new Error(`'npm ci' failed in ${folder}${why}; its words are above`))
    }
    child.once('error', (error) => fail(` (${error.message})`))
    child.once('close', (code, signal) => (code === 0 ? resolve() : fail(signal ? ` (${signal})` : '')))
  })
}

/** Copies what npm reads; the lock as it was copied. */
function copyManifests(folder, stage) {
  rmSync(stage, { recursive: true, force: true }) // of an earlier process of the same number
  const { workspaces = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const manifests = ['package.json', 'package-lock.json', '.npmrc', ...workspaces.map((name) => join(name, 'package.json'))]
  for (const file of manifests.filter((name) => existsSync(join(folder, name)))) {
    mkdirSync(dirname(join(stage, file)), { recursive: true })
    copyFileSync(join(folder, file), join(stage, file))
  }
  return readLock(stage)
}

/**
 * Moves what was installed into place. What was placed for the same lock is whole and stays, so a server that runs from it goes on;
 * anything else goes first. The list and the marker say last that all of it is there.
 */
function place(stage, folder, lock, extent) {
  const [from, to] = [join(stage, 'node_modules'), join(folder, 'node_modules')]
  const before = readMarker(folder)
  if (before.lock !== lock) {
    clear(to, join(stage, 'old'), (name) => name.startsWith(STAGE) || name === '.cache')
    writeMarker(folder, lock, 'begun')
  }
  // somebody may have installed more meanwhile
  const isMore = before.lock === lock && EXTENTS.indexOf(before.extent) > EXTENTS.indexOf(extent)
  merge(from, to, (name) => name === LIST)
  if (isMore) return
  if (existsSync(join(from, LIST))) copyFileSync(join(from, LIST), join(to, LIST))
  writeMarker(folder, lock, extent)
}

/** Removes what installations have left that were broken off. */
function removeAbandoned(modules) {
  if (!existsSync(modules)) return
  for (const name of readdirSync(modules)) {
    if (!name.startsWith(STAGE)) continue
    if (isAlive(Number(name.slice(STAGE.length)))) continue
    try {
      rmSync(join(modules, name), { recursive: true, force: true })
    } catch {
      // An npm that has lost its parent may still write there; it is removed the next time.
    }
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH' // EPERM: somebody else's process
  }
}

/** The npm that runs us when there is one, under the given Node; else the one on the PATH. */
function npmOf(node) {
  const cli = process.env.npm_execpath
  return cli && basename(cli) === 'npm-cli.js' && existsSync(cli) ? [node, cli] : ['npm']
}

const markerOf = (folder) => join(folder, 'node_modules', '.deskhand-lock')

/** Of which lock the packages are, and how many: an extent, or 'begun' while they are moved in. */
function readMarker(folder) {
  if (!existsSync(markerOf(folder))) return {}
  const text = readFileSync(markerOf(folder), 'utf8')
  const end = text.indexOf('\n')
  return { extent: text.slice(0, end), lock: text.slice(end + 1) }
}

function writeMarker(folder, lock, extent) {
  writeFileSync(markerOf(folder), `${extent}\n${lock}`)
}

const readLock = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

/** Compares the lock with npm's list. What is optional may be missing, and for a start what is for development. */
function isSame(folder, lock, extent) {
  const list = join(folder, 'node_modules', LIST)
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(lock).packages)
  return wanted.every(([path, { version, dev, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || (dev && extent === 'start')) return true
    return installed[path] ? installed[path].version === version : Boolean(optional || devOptional)
  })
}

module.exports = { install, isInstalled }
