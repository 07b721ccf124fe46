'use strict'
// INSTALLS the packages of package-lock.json: runs `npm ci` in a separate folder and moves whole packages into place. So an interrupted
// installation leaves no incomplete package, two at once do not disturb each other, and installed packages stay unchanged.
const { spawn } = require('node:child_process')
const { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs')
const { basename, delimiter, dirname, join } = require('node:path')
const { addAddresses, withoutDevelopment } = require('./manifests.cjs')
const { clear, merge } = require('./place.cjs')

/** Which packages are installed: those that a start needs, or also those of tests and checks. */
const EXTENTS = ['start', 'all']
const STAGE = '.deskhand-install-'
/** npm's errors of a registry that has its packages at other addresses than those of `addAddresses`. */
const OTHER_ADDRESSES = /\b(?:E4\d\d|EINTEGRITY)\b/
/** The list that npm writes to node_modules when it has finished. */
const LIST = '.package-lock.json'

/** True if node_modules of the folder has the packages of its package-lock.json, whether we or npm installed them. */
function isInstalled(folder, extent) {
  const lock = readLock(folder)
  const marker = readMarker(folder)
  if (marker.lock === lock && EXTENTS.indexOf(marker.extent) >= EXTENTS.indexOf(extent)) return true
  if (!isSame(folder, lock, extent)) return false
  try {
    writeMarker(folder, lock, extent)
  } catch {
    // The installation belongs to another account and is read-only for us. The comparison is then made each time.
  }
  return true
}

/**
 * Installs the packages of the folder with the given Node, at least the extent that was installed for an older lock. Prints no output
 * of npm unless it fails.
 * @param children contains the process while it runs
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
    await npmCi(stage, lock, { extent: wanted, node, folder, children })
    place(stage, folder, lock, wanted)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  process.stderr.write(`deskhand: installed ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** First with the usual addresses of the packages; if the registry has others, npm asks it for each of them. */
async function npmCi(stage, lock, options) {
  const selectWanted = (text) => (options.extent === 'all' ? text : withoutDevelopment(text))
  const manifest = join(stage, 'package.json')
  writeFileSync(manifest, selectWanted(readFileSync(manifest, 'utf8')))
  for (const withAddresses of [true, false]) {
    writeFileSync(join(stage, 'package-lock.json'), withAddresses ? addAddresses(selectWanted(lock)) : selectWanted(lock))
    const { end, words } = await npmCiOnce(stage, options)
    if (end === undefined) return
    if (withAddresses && OTHER_ADDRESSES.test(words)) continue
    process.stderr.write(words)
    throw new Error(`'npm ci' failed in ${options.folder}${end}; its words are above`)
  }
}

/** Returns the output of npm, and how it failed, if it did. */
function npmCiOnce(stage, { extent, node, children }) {
  const [command, ...before] = npmOf(node)
  const dev = extent === 'all' ? '--include=dev' : '--omit=dev'
  const args = [
    ...before,
    'ci',
    '--prefix',
    stage,
    dev,
    '--include=optional',
    '--replace-registry-host=always',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--no-update-notifier',
    '--loglevel=error',
  ]
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const shell = process.platform === 'win32' && command === 'npm'
  const child = spawn(command, args, { cwd: stage, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (words += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ words, end: ` (${error.message})` }))
    child.once('close', (code, signal) => resolve({ words, end: code === 0 ? undefined : signal ? ` (${signal})` : '' }))
  })
}

/** Copies the files that npm reads. Returns the copied lock. */
function copyManifests(folder, stage) {
  rmSync(stage, { recursive: true, force: true }) // left by an earlier process with the same pid
  const { workspaces = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const manifests = ['package.json', 'package-lock.json', '.npmrc', ...workspaces.map((name) => join(name, 'package.json'))]
  for (const file of manifests.filter((name) => existsSync(join(folder, name)))) {
    mkdirSync(dirname(join(stage, file)), { recursive: true })
    copyFileSync(join(folder, file), join(stage, file))
  }
  return readLock(stage)
}

/**
 * Moves the installed packages into place. Packages placed for the same lock are complete and stay, so a server that uses them
 * continues; all others are removed first. The list and the marker are written last, when all packages are in place.
 */
function place(stage, folder, lock, extent) {
  const from = join(stage, 'node_modules')
  const to = join(folder, 'node_modules')
  const before = readMarker(folder)
  if (before.lock !== lock) {
    clear(to, join(stage, 'old'), (name) => name.startsWith(STAGE) || name === '.cache')
    writeMarker(folder, lock, 'begun')
  }
  // another process may have installed more meanwhile
  const isMore = before.lock === lock && EXTENTS.indexOf(before.extent) > EXTENTS.indexOf(extent)
  merge(from, to, (name) => name === LIST)
  if (isMore) return
  if (existsSync(join(from, LIST))) copyFileSync(join(from, LIST), join(to, LIST))
  writeMarker(folder, lock, extent)
}

/** Removes the folders of interrupted installations. */
function removeAbandoned(modules) {
  if (!existsSync(modules)) return
  for (const name of readdirSync(modules)) {
    if (!name.startsWith(STAGE)) continue
    if (isAlive(Number(name.slice(STAGE.length)))) continue
    try {
      rmSync(join(modules, name), { recursive: true, force: true })
    } catch {
      // An orphaned npm may still write there; the folder is removed the next time.
    }
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH' // EPERM: the process of another account
  }
}

/** The npm that has started us, if any, run by the given Node; else the one on the PATH. */
function npmOf(node) {
  const cli = process.env.npm_execpath
  return cli && basename(cli) === 'npm-cli.js' && existsSync(cli) ? [node, cli] : ['npm']
}

const markerOf = (folder) => join(folder, 'node_modules', '.deskhand-lock')

/** The lock of the installed packages, and their extent, or 'begun' while they are moved in. */
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

/** Compares the lock with npm's list. Optional packages may be missing, and for a start also those for development. */
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
