/** THE FLOORS OF THE WEB, as drawn in architecture.md: what may import what, and what features offer each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNone, circleIn, edgesOf, importsOf, isDoor, isTest, ours } from './code.ts'

/** The routes of a feature are for the apps. */
const ROUTES = /^web\/features\/[a-z_]+\/routes\.ts$/

/** The floors, each with those below it; the files in `web/` itself tie the apps together. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  kit: ['lib'],
  contract: ['kit', 'lib'],
  features: ['contract', 'kit', 'lib'],
  apps: ['features', 'contract', 'kit', 'lib'],
  '': ['apps', 'features'],
}
/** How many names a door may pass on: with more, the feature is no subject of its own. */
const MAX_OFFERED = 14

const floorOf = (path: string) => /^web\/([a-z_]+)\//.exec(path)?.[1] ?? ''
/** The feature or app that a file belongs to, else its floor. */
const unitOf = (path: string) => /^web\/(?:features|apps)\/[a-z_]+(?=\/)/.exec(path)?.[0] ?? `web/${floorOf(path)}`
/** The same, where folders inside a feature count for themselves. */
const folderOf = (path: string) => /^web\/features\/[a-z_]+\/[a-z_]+(?=\/)/.exec(path)?.[0] ?? unitOf(path)
const files = ours.filter(({ path }) => path.startsWith('web/') && !isTest(path))
const imports = files.flatMap(importsOf).filter(({ to }) => /\.tsx?$/.test(to))
const across = imports.filter(({ from, to }) => unitOf(from) !== unitOf(to))

test('a floor imports what is below it', () => {
  assertNone(files.map(({ path }) => path).filter((path) => FLOORS[floorOf(path)] === undefined))
  const faults = across.filter(({ from, to }) => floorOf(from) !== floorOf(to) && !(FLOORS[floorOf(from)] ?? []).includes(floorOf(to)))
  assertNone(faults.map(({ from, to }) => `${from} imports ${to}`))
})

test('the web takes nothing of the server, not even types: those of the API are generated', () => {
  assertNone(imports.filter(({ to }) => !to.startsWith('web/')).map(({ from, to }) => `${from} imports ${to}`))
})

test('of a feature others use what its doors offer, apps also its routes; of an app they use nothing', () => {
  const faults = across.filter(({ from, to }) => {
    if (floorOf(to) === 'features') return !isDoor(to) && !(floorOf(from) === 'apps' && ROUTES.test(to))
    return unitOf(to).startsWith('web/apps/') && floorOf(from) === 'apps'
  })
  assertNone(faults.map(({ from, to }) => `${from} imports ${to}`))
})

test('a door offers few names, all of which are used, and contains no code', () => {
  for (const { path, text } of files.filter((file) => isDoor(file.path))) {
    const statements = text.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/[^']+'$/gm)
    const names = [...statements]
      .flatMap(([, list = '']) => list.split(',').map((name) => name.trim().replace(/^type /, '')))
      .filter(Boolean)
    assert.ok(names.length > 0 && names.length <= MAX_OFFERED, `${path} offers ${names.length} names`)
    assert.equal(text.replace(/^(?:\/\/.*|export (?:type )?\{[^}]*\} from '\.\/[^']+')$/gm, '').trim(), '', path)
    const users = across.filter(({ to }) => to === path).map(({ from }) => files.find((file) => file.path === from)?.text ?? '')
    assertNone(
      names.filter((name) => !users.some((user) => new RegExp(`\\b${name}\\b`).test(user))).map((name) => `${path}: nobody uses ${name}`),
    )
  }
})

test('what is across features or floors is imported by alias, what is inside by a relative path', () => {
  const inTheWeb = imports.filter(({ from, to }) => floorOf(from) !== '' && floorOf(to) !== '')
  const faults = inTheWeb.filter(({ from, to, specifier }) => specifier.startsWith('#') === (unitOf(from) === unitOf(to)))
  assertNone(faults.map(({ from, specifier }) => `${from} imports ${specifier}`))
})

test('no features, apps or floors use each other in a cycle, nor folders of a feature, not even for types', () => {
  const pairs = (named: (path: string) => string) => imports.map(({ from, to }) => [named(from), named(to)] as const)
  assert.deepEqual(circleIn(edgesOf(pairs(unitOf))), undefined)
  assert.deepEqual(circleIn(edgesOf(pairs(folderOf))), undefined)
})
