import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const WEB = join(import.meta.dirname, '..')
const TOKENS = join(import.meta.dirname, 'tokens.css')

const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/^(?:dist|node_modules)/.test(file))
const sheets = files.filter((file) => file.endsWith('.css')).map((file) => ({ file, text: withoutComments(read(join(WEB, file))) }))
const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map((file) => ({ file, text: read(join(WEB, file)) }))
const assertNone = (faults: readonly string[]) => assert.deepEqual([...faults], [])

/** The colours of the tokens in a scheme, by name without dashes. */
function readColours(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const place = scheme === 'light' ? 1 : 2
  const pairs = /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g
  return new Map([...read(TOKENS).matchAll(pairs)].map((match) => [match[1] ?? '', match[4] ?? match[place + 1] ?? '']))
}

/** Luminance of `#1b1916`. @source WCAG 2.2 relative luminance */
function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [computeLuminance(one), computeLuminance(other)].sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = [
  'ground-frame',
  'ground',
  'ground-sunken',
  'ground-raised',
  'ground-raised-hover',
  'ground-hover',
  'ground-current',
  'ground-selected',
]
/** On every ground. */
const TEXTS = ['text', 'text-soft', 'text-faint', 'accent', 'accent-strong', 'danger']
/** Each on the ground that is named after it, and on the sheet. */
const STATES = ['danger', 'warning', 'info', 'neutral', 'good', 'note']
const FILLS = ['accent-fill', 'accent-fill-hover', 'danger-fill', 'danger-fill-hover']

for (const scheme of ['light', 'dark'] as const)
  test(`text has a contrast of at least 4.5 on every ground, and lines of controls of 3, in the ${scheme} scheme`, () => {
    const colours = readColours(scheme)
    const named = [...colours.keys()].filter((name) => name.startsWith('ground'))
    assert.deepEqual(named, GROUNDS, 'all grounds are checked')
    const pairs: (readonly [string, string, number])[] = [
      ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground, 4.5] as const)),
      ...STATES.flatMap((state) => [[state, `${state}-ground`, 4.5] as const, [state, 'ground', 4.5] as const]),
      ...STATES.map((state) => ['text', `${state}-ground`, 4.5] as const),
      ...FILLS.map((fill) => ['on-fill', fill, 4.5] as const),
      ['line-strong', 'ground', 3],
      ['focus', 'ground', 3],
      ['focus', 'ground-frame', 3],
    ]
    const measure = ([one, other]: readonly [string, string, number]) => {
      const first = colours.get(one)
      const second = colours.get(other)
      assert.ok(first && second, `${one} and ${other} are tokens`)
      return computeContrast(first, second)
    }
    assertNone(pairs.filter((pair) => measure(pair) < pair[2]).map((pair) => `${pair[0]} on ${pair[1]}: ${measure(pair).toFixed(2)}`))
  })

/** Set by React Aria on a popover. */
const OF_ARIA = ['trigger-width']

test('every custom property that is used is set somewhere', () => {
  const all = [...sheets, ...sources]
  const own = new Set(all.flatMap(({ text }) => [...text.matchAll(/--([\w-]+)'?\]?: /g)].map(([, name = '']) => name)))
  const used = new Map(all.flatMap(({ file, text }) => [...text.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => [name, file])))
  assertNone(
    [...used]
      .filter(([name]) => !own.has(name) && !OF_ARIA.includes(name))
      .map(([name, file]) => `${file} uses --${name}, which nothing sets`),
  )
})

test('no file but tokens.css contains a colour, so that all of them follow the scheme', () => {
  const colour = /(?<![\w&/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(/i
  const named = /:[^;{}]*(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|yellow|orange|silver|navy)(?![\w-])[^;{}]*;/i
  assertNone(
    sheets
      .filter(({ file, text }) => file !== 'kit/tokens.css' && (colour.test(text) || named.test(text)))
      .map(({ file, text }) => `${file}: ${(colour.exec(text) ?? named.exec(text))?.[0]}`),
  )
  const inCode = /(?<![\w&])#(?:[\da-f]{3}|[\da-f]{6})\b|\b(?:rgb|hsl)a?\(|: '?(?:white|black)\b[';]/i
  assertNone(sources.filter(({ text }) => inCode.test(text)).map(({ file, text }) => `${file}: ${inCode.exec(text)?.[0]}`))
})

/** Where sides are meant as they are seen, and why. */
const PHYSICAL: Readonly<Record<string, { count: number; why: string }>> = {
  'kit/control.module.css': {
    count: 5,
    why: 'a position of a background has no logical form: :dir(rtl) mirrors the chevron; a tick looks the same in every language',
  },
  'kit/StatusTag.module.css': { count: 1, why: 'a tick looks the same in every language' },
}

const SIDES = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/g,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\b/g,
  /(?<![\w-])(?:left|right):/g,
  /(?<![\w-])(?:text-align|float|clear|caption-side): (?:left|right)\b/g,
  /(?<![\w-])(?:left|right)(?= [\d.]+(?:px|%)| center)/g,
  // four values of which the second and the fourth differ
  /(?<![\w-])(?:margin|padding|inset|border-width): (?:\S+) (\S+) (?:\S+) (?!\1;)[^\s;]+;/g,
]

test('styles name the start and the end of a line, not left and right, so that they mirror in right-to-left languages', () => {
  const counts = sheets.map(({ file, text }) => ({
    file,
    found: SIDES.flatMap((side) => text.replaceAll(/\([^()]*\)/g, '()').match(side) ?? []),
  }))
  const faults = counts.filter(({ file, found }) => found.length !== (PHYSICAL[file]?.count ?? 0))
  assertNone(faults.map(({ file, found }) => `${file}: ${found.join(', ')}`))
  const inCode = /\b(?:margin|padding|border)(?:Left|Right)\b|\btextAlign: '(?:left|right)'/
  assertNone(sources.filter(({ text }) => inCode.test(text)).map(({ file }) => file))
})

interface Module {
  file: string
  /** The classes that its selectors name. */
  classes: ReadonlySet<string>
  /** The classes that other classes are composed of, by file. */
  composed: readonly { file: string; names: readonly string[] }[]
}

const modules = sheets.filter(({ file }) => file.endsWith('.module.css')).map(readModule)

function readModule({ file, text }: { file: string; text: string }): Module {
  const composed = [...text.matchAll(/composes: ([^;]+?)(?: from '([^']+)')?;/g)].map(([, names = '', from]) => ({
    file: from === undefined ? file : join(dirname(file), from),
    names: names.split(/\s+/),
  }))
  const selectors = text.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/[^;{}]+(?=\{)/g) ?? []
  return { file, composed, classes: new Set(selectors.join(' ').match(/(?<=\.)[a-zA-Z][\w-]*/g)) }
}

/** The classes that a source takes from style sheets. One that is computed may be any text of the source or of those it imports. */
function readUses({ file, text }: { file: string; text: string }): { sheet: string; names: readonly string[]; mayBe: string }[] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].map(([, name = '', from = '']) => {
    const sheet = from.startsWith('#kit/') ? from.replace('#kit/', 'kit/') : join(dirname(file), from)
    const names = [...text.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used)
    const isComputed = new RegExp(`(?<![\\w.])${name}\\[`).test(text)
    return { sheet, names, mayBe: isComputed ? `${text}${readImports(file, text)}` : '' }
  })
}

function readImports(file: string, text: string): string {
  const imported = [...text.matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, from = '']) => join(dirname(file), from))
  return sources
    .filter((source) => imported.includes(source.file))
    .map((source) => source.text)
    .join('')
}

const uses = sources.flatMap((source) => readUses(source).map((use) => ({ ...use, file: source.file })))

test('every class that a component takes from a style sheet is there', () => {
  const faults = uses.flatMap(({ file, sheet, names }) => {
    const found = modules.find((one) => one.file === sheet)
    return names.filter((name) => !found?.classes.has(name)).map((name) => `${file} takes ${name} of ${sheet}`)
  })
  assertNone(faults)
  const composed = modules.flatMap((one) => one.composed.map((each) => ({ by: one.file, ...each })))
  const isThere = (file: string, name: string) => modules.find((one) => one.file === file)?.classes.has(name) ?? false
  assertNone(composed.flatMap(({ by, file, names }) => names.filter((name) => !isThere(file, name)).map((name) => `${by}: ${name}`)))
})

test('every class of a style sheet is used', () => {
  const faults = modules.flatMap(({ file, classes }) => {
    const ofThis = uses.filter(({ sheet }) => sheet === file)
    const composed = modules.flatMap((one) => one.composed.filter((each) => each.file === file).flatMap(({ names }) => names))
    const isUsed = (name: string) =>
      composed.includes(name) || ofThis.some(({ names, mayBe }) => names.includes(name) || mayBe.includes(`'${name}'`))
    return [...classes].filter((name) => !isUsed(name)).map((name) => `${relative('.', file)}: ${name}`)
  })
  assertNone(faults)
})
