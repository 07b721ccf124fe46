/** What a start and the tests install, from a registry of the test's own: both from one lock, completely or not at all. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { smokeTest, test } from '#test/processes.ts'
import { ROOT } from '#lib/root.ts'
import { folderWithTools, type Registry, startRegistry, writeProject } from '#test/registry.ts'

const NEEDS_UNIX = process.platform === 'win32' ? 'needs Unix signals and scripts' : false
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`
const OWN_NODE = `tools/node/node_modules/${NODE_PACKAGE}/bin/node`

/** The cache of npm: one for each project, as npm asks no registry for what it has there. */
function makeCache(): string {
  const cache = mkdtempSync(join(tmpdir(), 'deskhand-npm-'))
  after(() => rmSync(cache, { recursive: true, force: true }))
  return cache
}

interface Project {
  readonly folder: string
  readonly registry: Registry
  readonly cache: string
}

/** A registry and a project like ours: a package of the server, one of the dashboard, one for the tests, and a Node. */
async function makeProject(): Promise<Project & { lock: (version: string) => void }> {
  const runsNode = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`
  const registry = await startRegistry([
    { name: 'kept', version: '1.0.0', files: { 'part.js': '1' } },
    { name: 'kept', version: '2.0.0', files: { 'part.js': '2' } },
    { name: 'drawn', version: '1.0.0' },
    { name: 'checks', version: '1.0.0' },
    { name: 'peer', version: '1.0.0' },
    { name: NODE_PACKAGE, version: '26.0.0', files: { 'bin/node': runsNode } },
  ])
  const folder = folderWithTools()
  const web = { name: 'web', version: '1.0.0', dependencies: { drawn: '1.0.0' } }
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/package.json'), JSON.stringify(web))
  const lock = (version: string) => {
    const needs = { dependencies: { kept: version }, devDependencies: { checks: '1.0.0', peer: '1.0.0' } }
    const locked = {
      kept: { version, peerDependencies: { peer: '1.0.0' }, peerDependenciesMeta: { peer: { optional: true } } },
      drawn: { version: '1.0.0' },
      checks: { version: '1.0.0', dev: true },
      peer: { version: '1.0.0', devOptional: true },
    }
    const link = { 'node_modules/web': { resolved: 'web', link: true } }
    writeProject(registry, folder, { name: 'project', version: '1.0.0', workspaces: ['web'], ...needs }, locked, { web, ...link })
  }
  lock('1.0.0')
  const node = { name: 'own-node', version: '26.0.0', optionalDependencies: { [NODE_PACKAGE]: '26.0.0' } }
  writeProject(registry, join(folder, 'tools/node'), node, { [NODE_PACKAGE]: { version: '26.0.0', optional: true } })
  return { folder, registry, cache: makeCache(), lock }
}

/** Runs `prepare(extent)` of the tools on a Node that claims to be of that version, in its own process group; it prints the Node picked. */
function startPreparing({ folder, registry, cache }: Project, extent: string, version = '24.15.0'): ChildProcess {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    const { main, prepare } = require('./tools/prepare.cjs')
    void main(async () => (console.log((await prepare('${extent}')).node), { code: 0 }))`
  const others = Object.entries(process.env).filter(([name]) => !/^npm_(config|lifecycle|package)/i.test(name))
  const env = {
    ...Object.fromEntries(others),
    npm_config_registry: registry.url,
    npm_config_cache: cache,
    npm_config_userconfig: join(cache, 'npmrc'),
  }
  return spawn(process.execPath, ['-e', script], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; said: string; node: string }> {
  const end = { said: '', node: '' }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (end.said += text))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (end.node += text.trim()))
  const [code] = await once(child, 'close')
  return { code, ...end }
}

async function prepareProject(project: Project, extent: string, version?: string): Promise<string> {
  const { code, said, node } = await endOf(startPreparing(project, extent, version))
  assert.equal(code, 0, said)
  return node
}

const versionOf = (folder: string, name: string) => {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}
const readVersions = (folder: string) => ['kept', 'drawn', 'checks'].map((name) => versionOf(folder, name))
const stagesOf = (folder: string) => readdirSync(join(folder, 'node_modules')).filter((name) => name.startsWith('.deskhand-install-'))

/** Withholds the contents of a package forever; settles when they are requested. */
function holdBack(registry: Registry, held: string): Promise<void> {
  return new Promise((resolve) => {
    registry.hold = (name) => (name === held ? (resolve(), new Promise(() => {})) : Promise.resolve())
  })
}

smokeTest('a start installs what it needs; tests add the rest and keep what is there; after that nothing is requested', async () => {
  const project = await makeProject()
  const { folder, registry } = project
  assert.equal(await prepareProject(project, 'start'), process.execPath)
  assert.deepEqual(readVersions(folder), ['1.0.0', '1.0.0', undefined])
  const before = statSync(join(folder, 'node_modules/kept')).ino
  await prepareProject(project, 'all')
  assert.deepEqual(readVersions(folder), ['1.0.0', '1.0.0', '1.0.0'])
  assert.equal(statSync(join(folder, 'node_modules/kept')).ino, before, 'a server that runs goes on with the same files')
  const { length } = registry.asked
  for (const extent of ['start', 'all']) await prepareProject(project, extent)
  assert.equal(registry.asked.length, length)
  assert.deepEqual(stagesOf(folder), [])
})

test('a package for tests that is an optional peer of another one is not installed by a start', async () => {
  const project = await makeProject()
  await prepareProject(project, 'start')
  assert.equal(versionOf(project.folder, 'peer'), undefined)
  await prepareProject(project, 'all')
  assert.equal(versionOf(project.folder, 'peer'), '1.0.0')
})

test('packages are fetched without asking the registry where they are', async () => {
  const project = await makeProject()
  const { folder, registry } = project
  await prepareProject(project, 'start')
  assert.deepEqual(readVersions(folder), ['1.0.0', '1.0.0', undefined])
  assert.deepEqual(registry.described, [])
})

test('a registry that has its packages at other addresses is asked for these', async () => {
  const project = await makeProject()
  project.registry.has_other_addresses = true
  await prepareProject(project, 'start')
  assert.deepEqual(readVersions(project.folder), ['1.0.0', '1.0.0', undefined])
  assert.deepEqual(project.registry.described.toSorted(), ['drawn', 'kept'])
})

test('another lock replaces all packages, and keeps those of the tests installed', async () => {
  const project = await makeProject()
  await prepareProject(project, 'all')
  project.lock('2.0.0')
  await prepareProject(project, 'start')
  assert.deepEqual(readVersions(project.folder), ['2.0.0', '1.0.0', '1.0.0'])
  assert.equal(readFileSync(join(project.folder, 'node_modules/kept/part.js'), 'utf8'), '2')
})

test('Node and the packages are fetched side by side', { skip: NEEDS_UNIX, timeout: 300_000 }, async () => {
  const project = await makeProject()
  const { folder, registry } = project
  const waiting = new Map<string, () => void>()
  // neither is sent before both are requested
  registry.hold = (name) =>
    new Promise((resolve) => {
      waiting.set(name, resolve)
      if (waiting.has(NODE_PACKAGE) && waiting.has('kept')) for (const send of waiting.values()) send()
    })
  assert.equal(await prepareProject(project, 'start', '20.19.0'), join(folder, OWN_NODE))
  assert.deepEqual(readVersions(folder), ['1.0.0', '1.0.0', undefined])
})

test('under a Node with which npm would leave out packages, the new Node is installed first', { skip: NEEDS_UNIX }, async () => {
  const project = await makeProject()
  assert.equal(await prepareProject(project, 'start', '20.9.0'), join(project.folder, OWN_NODE))
  assert.equal(project.registry.asked[0], NODE_PACKAGE)
  assert.deepEqual(readVersions(project.folder), ['1.0.0', '1.0.0', undefined])
})

test('an installation that is killed leaves nothing incomplete, and the next one completes it', { skip: NEEDS_UNIX }, async () => {
  const project = await makeProject()
  const { folder, registry } = project
  const isHeld = holdBack(registry, 'drawn')
  const first = startPreparing(project, 'start')
  await isHeld
  process.kill(-(first.pid ?? 0), 'SIGKILL')
  await once(first, 'close')
  assert.deepEqual(readVersions(folder), [undefined, undefined, undefined])
  assert.equal(stagesOf(folder).length, 1)
  registry.hold = async () => {}
  await prepareProject(project, 'start')
  assert.deepEqual(readVersions(folder), ['1.0.0', '1.0.0', undefined])
  assert.deepEqual(stagesOf(folder), [])
})

test('an installation that receives a stop signal stops npm, reports so and leaves nothing behind', { skip: NEEDS_UNIX }, async () => {
  const project = await makeProject()
  const isHeld = holdBack(project.registry, 'drawn')
  const first = startPreparing(project, 'start')
  const ending = endOf(first)
  await isHeld
  first.kill('SIGTERM')
  const { code, said } = await ending
  assert.deepEqual([code, said.trim().split('\n').at(-1)], [1, 'deskhand: the installation was stopped'])
  assert.deepEqual(readdirSync(join(project.folder, 'node_modules')), [])
})

test('a start and the tests may install concurrently', async () => {
  const project = await makeProject()
  await Promise.all(['start', 'all', 'start'].map((extent) => prepareProject(project, extent)))
  assert.deepEqual(readVersions(project.folder), ['1.0.0', '1.0.0', '1.0.0'])
  const { length } = project.registry.asked
  await prepareProject(project, 'all')
  assert.equal(project.registry.asked.length, length)
})

test('no optional package of our lock needs a Node that tools/node.cjs does not list', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean; devOptional?: boolean; engines?: { node?: string } }>
  }
  const wanted = Object.values(packages).flatMap(({ optional, devOptional, engines }) => ((optional || devOptional) && engines?.node) || [])
  // 20.19 and 22.13, which tools/node.cjs names, satisfy each of these; a plain lower bound is compared as a number
  const known = ['^20.19.0 || >=22.12.0', '^20.19.0 || ^22.13.0 || >=23.5.0', '^8.16.0 || ^10.6.0 || >=11.0.0']
  const unknown = wanted.filter((range) => !known.includes(range) && !(Number(/^>= ?([\d]+)(\.[\d.]+)?$/.exec(range)?.[1]) <= 20))
  assert.deepEqual([...new Set(unknown)], [])
})
