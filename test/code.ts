/** The source files of the project and what they import, for the tests of its structure. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A source file. */
export interface File {
  readonly path: string
  readonly text: string
}

/** A file that imports another. */
export interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** `../lib/clock.ts` or `#lib/clock.ts`. */
  readonly specifier: string
}

function filesBelow(folder: string): File[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name),
  )
  const paths = names.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return paths
    .filter((path) => !/node_modules|web\/dist/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Whether a path is that of a test. */
export const isTest = (path: string) => path.endsWith('.test.ts')
/** Whether a path is that of a door of a feature of the web: it passes on names of other files, for other features and the apps. */
export const isDoor = (path: string) => /^web\/features\/[a-z_]+\/public(?:_words)?\.ts$/.test(path)
/** The source files of the project. */
export const ours = ['server', 'cli', 'web', 'test', 'bench', 'tools'].flatMap(filesBelow)
/** What a file imports by relative paths and aliases. */
export const { importsOf } = createRequire(import.meta.url)('#tools/imports.cjs') as { importsOf(file: File): Import[] }

/** Fails with the list of faults. */
export const assertNone = (faults: readonly string[]) => assert.deepEqual([...faults], [])

/** A cycle among names, each of which leads to others; undefined if there is none. */
export function circleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of edges.get(name) ?? []) {
      const circle = visit(next, [...path, name])
      if (circle !== undefined) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of edges.keys()) {
    const circle = visit(name, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

/** Pairs of different names, as what each leads to. */
export function edgesOf(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [from, to] of pairs) if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  return edges
}
