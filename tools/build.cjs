'use strict'
// BUILDS the dashboard and the server (bundled into few files) when their sources have changed since the last build.
const { spawn } = require('node:child_process')
const { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const ROOT = join(__dirname, '..')
/** What can be built: its source folder, the configuration of Vite, and the output folder. */
const BUILDS = {
  web: { sources: 'web', config: 'vite.config.ts', folder: 'web/dist' },
  server: { sources: 'server', config: 'vite.server.config.ts', folder: 'dist/server' },
}

/** Builds `names` in parallel if their sources have changed. Prints nothing unless one fails or warns. */
async function build(node, names) {
  const ends = await Promise.allSettled(names.map((name) => buildOne(node, name, BUILDS[name])))
  for (const { reason } of ends) if (reason) throw reason
}

async function buildOne(node, name, { sources, config, folder }) {
  const files = [...filesBelow(sources, folder), config, 'package-lock.json']
  const [seen, hashed] = ['.seen', '.hash'].map((marker) => join(ROOT, folder, marker))
  const stamp = stampOf(files)
  if (hasText(seen, stamp)) return
  const hash = hashOf(files)
  if (hasText(hashed, hash)) return writeSeen(seen, stamp)
  const begun = performance.now()
  process.stderr.write(`deskhand: building the ${name} …\n`)
  // built beside the old output: a server that runs, or starts meanwhile, keeps all of its files
  const fresh = join(ROOT, `${folder}.${process.pid}`)
  const words = await runVite(node, name, config, fresh)
  writeFileSync(join(fresh, '.hash'), hash)
  writeFileSync(join(fresh, '.seen'), stamp)
  replace(fresh, join(ROOT, folder))
  process.stderr.write(`deskhand: built the ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n${words}`)
}

/** Returns the output of Vite. */
function runVite(node, name, config, folder) {
  const program = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [program, 'build', '--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(node, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (words += text))
  return new Promise((resolve, reject) => {
    const fail = (why) => {
      rmSync(folder, { recursive: true, force: true })
      process.stderr.write(words)
      reject(new Error(`the ${name} could not be built${why}`))
    }
    child.once('error', (error) => fail(`: ${error.message}`))
    child.once('close', (code) => (code === 0 ? resolve(words) : fail('')))
  })
}

/** Safe if another process does the same at the same time. */
function replace(fresh, folder) {
  const old = `${fresh}.old`
  for (;;) {
    try {
      if (existsSync(folder)) renameSync(folder, old)
      renameSync(fresh, folder)
      return
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code) || !existsSync(fresh)) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

function hasText(marker, text) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === text
}

function writeSeen(marker, stamp) {
  try {
    writeFileSync(marker, stamp)
  } catch {
    // The installation belongs to another account and is read-only for us. The sources are then read each time.
  }
}

/** Changes whenever a file changes, and costs less than reading the files. It can also change while the contents stay the same. */
function stampOf(files) {
  const stamps = files.map((file) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(ROOT, file))
    return `${file} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
  })
  return stamps.join('\n')
}

function hashOf(files) {
  // loaded here and not above: a start with nothing to build does not need it
  const hash = require('node:crypto').createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Files below a folder of the project, without tests, built and installed files, which do not affect the build. */
function filesBelow(folder, built) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return path.startsWith(built) || entry.name === 'node_modules' ? [] : filesBelow(path, built)
      return entry.isFile() && !path.endsWith('.test.ts') ? [path] : []
    })
    .sort()
}

module.exports = { build }
