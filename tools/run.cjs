'use strict'
// RUNS THE COMMANDS OF package.json on a bare machine: installs Node and the packages if they are missing, and builds what has changed.
// What the commands do does not belong here; it is in server/, cli/, bench/, tools/guards/ and steps.cjs.
const { join } = require('node:path')
const { run } = require('./child.cjs')
const { build } = require('./build.cjs')
const { keep } = require('./keep.cjs')
const { main, prepare } = require('./prepare.cjs')
const { runSteps } = require('./steps.cjs')
const { sweepRun, testEnvironment, testRun, wholeRun } = require('./tests.cjs')

const VITE = join(__dirname, '..', 'node_modules', 'vite', 'bin', 'vite.js')

/**
 * `programs` run in parallel, each given as the arguments of Node; `extent` = which packages they need, by default all; `builds` =
 * what must be built before; `kept` = the only program is restarted when it fails.
 */
const COMMANDS = {
  start: { extent: 'start', builds: ['web', 'server'], kept: true, programs: (args) => [['dist/server/main.js', ...args]] },
  dev: {
    extent: 'start',
    builds: [],
    programs: (args) => [
      [VITE, 'build', '--watch', '--logLevel', 'warn'],
      ['--watch', '--watch-preserve-output', 'server/start/main.ts', ...args],
    ],
  },
  test: {
    builds: ['web', 'server'],
    env: (args) => ({ ...testEnvironment(), ...testRun(args).env }),
    programs: (args) => [testRun(args).command],
  },
  'test:full': {
    builds: ['web', 'server'],
    env: () => testEnvironment({ whole: true }),
    programs: (args) => [sweepRun(args, { processes: true }).command],
  },
  'test:long': {
    builds: ['web', 'server'],
    env: () => ({ ...testEnvironment({ whole: true }), DESKHAND_TEST_LONG: '1' }),
    programs: (args) => [wholeRun(args).command],
  },
  bench: {
    builds: ['web'],
    programs: ([what, ...args]) => [
      ['scale', 'rules', 'views', 'processes'].includes(what) ? [`bench/${what}.ts`, ...args] : ['bench/run.ts'],
    ],
  },
  guards: { builds: ['web', 'server'], programs: (args) => [['tools/guards/run.ts', ...args]] },
  routes: { extent: 'start', builds: [], programs: (args) => [['cli/deskhand.ts', 'routes', ...args]] },
  version: {
    extent: 'start',
    builds: [],
    programs: () => [['-p', '`Deskhand ${require("./package.json").version} on Node ${process.versions.node}`']],
  },
  ci: { builds: [], steps: runSteps },
}

const [name = '', ...args] = process.argv.slice(2)

void main(async () => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Error(`usage: node tools/run.cjs ${Object.keys(COMMANDS).join('|')} [arguments]`)
  const { node, env } = await prepare(command.extent)
  await build(node, command.builds)
  if (command.steps) return command.steps(node, env)
  const programs = command.programs(args).map((program) => [node, ...program])
  if (command.kept) return keep(programs[0], env)
  return run(programs, { ...env, ...command.env?.(args) })
})
