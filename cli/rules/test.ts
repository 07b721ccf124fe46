/** The command that plays rule tests. */
import { readFile, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { parse } from 'yaml'
import { AccountError } from '#accounts/create.ts'
import { readStopwatch } from '#lib/clock.ts'
import { type Difference, findDifferences } from './compare.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import { readSources, type Source } from './source.ts'
import { makeGiven } from './given.ts'
import { makeStage, outcomeOf, takeSteps } from './stage.ts'
import { readTest, type RuleTest } from './test_file.ts'
import { type Host, ownHost, makeRunningHost } from './throwaway.ts'

/** The most differences of one test that are printed. */
const MAX_DIFFERENCES = 20

interface Loaded {
  readonly source: Source
  readonly test: RuleTest
  readonly collection: unknown
}

/** The result of the command: what to print, and whether every test passed. */
export interface RulesTested {
  readonly text: string
  readonly is_well: boolean
}

/**
 * Plays the tests of files, each on an instance of its own, on a server that is started for them or that runs at `url`.
 * @throws AccountError for a file that cannot be read, before any test is played
 */
export async function testRules(files: readonly string[], { url }: { readonly url?: string }): Promise<RulesTested> {
  const loaded: Loaded[] = []
  for (const file of files) loaded.push(...(await load(file)))
  const host = await openHost(url)
  const receiver = await openReceiver()
  const lines: string[] = []
  let failed = 0
  try {
    for (const one of loaded) {
      const started = readStopwatch()
      const found = await play(host, receiver, one)
      const took = `(${Math.round(readStopwatch() - started)} ms)`
      if (found.length > 0) failed += 1
      lines.push(`${found.length === 0 ? 'ok  ' : 'FAIL'}  ${one.source.file}:${one.source.line([])}  ${one.test.name} ${took}`, ...found)
    }
  } finally {
    receiver.close()
    await host.close()
  }
  lines.push(`${loaded.length - failed} of ${loaded.length} passed`)
  return { text: lines.join('\n'), is_well: failed === 0 }
}

async function openHost(url: string | undefined): Promise<Host> {
  if (url === undefined) return ownHost()
  const secret = process.env.DESKHAND_INSTANCES_SECRET
  if (secret === undefined) throw new AccountError('Give the DESKHAND_INSTANCES_SECRET of the running server in the environment')
  return makeRunningHost(url.replace(/\/$/, ''), secret)
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new AccountError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
}

async function load(file: string): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const source of readSources(file, await read(file))) {
    const test = readTest(source)
    loaded.push({ source, test, collection: test.collection === null ? null : await collectionOf(source, test.collection) })
  }
  return loaded
}

/** The collection that a test names. Tests may be written by others, and what a file elsewhere has would be printed or sent. */
async function collectionOf(source: Source, name: string): Promise<unknown> {
  const file = join(dirname(source.file), name)
  const real = await realpath(file).catch(() => file)
  const folders = [await realpath(dirname(source.file)), await realpath('.')]
  if (!folders.some((folder) => isWithin(folder, real)))
    source.refuse(['given', 'collection'], 'must be a file in the folder of the test or in the current one')
  return readCollection(file, await read(file))
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function readCollection(file: string, text: string): unknown {
  try {
    // without the text of the line that is wrong
    return parse(text, { maxAliasCount: 0, prettyErrors: false })
  } catch (error) {
    throw new AccountError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Plays one test; returns a line for each difference, or for what could not be played. */
async function play(host: Host, receiver: Receiver, { source, test, collection }: Loaded): Promise<string[]> {
  receiver.take()
  try {
    const found = await host.withInstance(async (api) => {
      const stage = makeStage({ api, receiver, source, test })
      await makeGiven(stage, collection)
      await takeSteps(stage)
      return findDifferences(['then'], test.expected, await outcomeOf(stage))
    })
    const more = found.length > MAX_DIFFERENCES ? [`      … and ${found.length - MAX_DIFFERENCES} more`] : []
    return [...found.slice(0, MAX_DIFFERENCES).map((difference) => lineOf(source, difference)), ...more]
  } catch (error) {
    if (error instanceof AccountError) return [`      ${error.message}`]
    throw error
  }
}

function lineOf(source: Source, { path, text }: Difference): string {
  return `      ${source.file}:${source.line(path)}: ${path.join('.')}: ${text}`
}
