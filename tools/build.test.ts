/** When the web and the server are built, by the real tools with a builder of the test's own in place of Vite. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from '#test/processes.ts'
import { folderWithTools } from '#test/registry.ts'

/** Builds a file of the sources; `together` makes it wait until another one is being built. */
const BUILDER = `
const fs = require('node:fs'), { join } = require('node:path')
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
const source = fs.readFileSync(folder.includes('web') ? 'web/page.ts' : 'server/start/main.ts', 'utf8')
fs.appendFileSync('begun', 'x')
while (fs.existsSync('together') && fs.readFileSync('begun', 'utf8').length < 2);
fs.mkdirSync(folder, { recursive: true })
fs.writeFileSync(join(folder, 'main.js'), source)
process.exitCode = source === 'wrong' ? 1 : 0`

function makeSources(): string {
  const folder = folderWithTools()
  const files = [
    'web/page.ts',
    'server/start/main.ts',
    'server/start/main.test.ts',
    'vite.config.ts',
    'vite.server.config.ts',
    'package-lock.json',
  ]
  for (const file of [...files, 'node_modules/vite/bin/vite.js']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file.endsWith('vite.js') ? BUILDER : 'one')
  }
  return folder
}

async function runBuild(folder: string, names = ['web', 'server']): Promise<number> {
  const script = `require('./tools/build.cjs').build(process.execPath, ${JSON.stringify(names)}).catch(() => (process.exitCode = 1))`
  const [code] = await once(spawn(process.execPath, ['-e', script], { cwd: folder, stdio: 'ignore' }), 'exit')
  return code
}

const countBuilds = (folder: string) => readFileSync(join(folder, 'begun'), 'utf8').length
const readOutcome = (folder: string) => ['web/dist/main.js', 'dist/server/main.js'].map((file) => readFileSync(join(folder, file), 'utf8'))

// built one after the other they would wait forever
test('the web and the server are built side by side', { timeout: 300_000 }, async () => {
  const folder = makeSources()
  writeFileSync(join(folder, 'together'), '')
  assert.equal(await runBuild(folder), 0)
  assert.deepEqual(readOutcome(folder), ['one', 'one'])
})

test('changed sources are built again, and nothing else is', async () => {
  const folder = makeSources()
  await runBuild(folder)
  await runBuild(folder)
  assert.equal(countBuilds(folder), 2)
  utimesSync(join(folder, 'server/start/main.ts'), 1, 1)
  writeFileSync(join(folder, 'server/start/main.test.ts'), 'two')
  await runBuild(folder)
  assert.equal(countBuilds(folder), 2, 'neither a new date nor a test changes what is built')
  writeFileSync(join(folder, 'server/start/main.ts'), 'two')
  await runBuild(folder)
  assert.equal(countBuilds(folder), 3)
  assert.deepEqual(readOutcome(folder), ['one', 'two'])
})

test('a failed build keeps the previous one', async () => {
  const folder = makeSources()
  await runBuild(folder)
  writeFileSync(join(folder, 'web/page.ts'), 'wrong')
  assert.equal(await runBuild(folder), 1)
  assert.deepEqual(readOutcome(folder), ['one', 'one'])
  assert.deepEqual(readdirSync(join(folder, 'web')).sort(), ['dist', 'page.ts'])
})

test('concurrent builds of the same sources succeed', async () => {
  const folder = makeSources()
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => runBuild(folder))), [0, 0, 0])
  assert.deepEqual(readOutcome(folder), ['one', 'one'])
  assert.deepEqual(readdirSync(join(folder, 'dist')), ['server'])
})
