import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { declarationsFor } from './palette.ts'

/** Luminance of `#1b1916`. @source WCAG 2.2 relative luminance */
function computeLuminance(colour: string): number {
  const whole = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [computeLuminance(one), computeLuminance(other)].sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

for (const scheme of ['light', 'dark'] as const)
  test(`text has a contrast of at least 4.5 on every background in the ${scheme} scheme`, () => {
    const colours = Object.fromEntries(
      [...declarationsFor(scheme).matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
    )
    const pairs = ['sheet', 'sand-100', 'sand-200'].flatMap((ground) =>
      ['sand-700', 'sand-800', 'sand-900', 'sand-1000', 'sand-1200', 'ink-1000', 'indigo-700', 'brick-700'].map((text) => [text, ground]),
    )
    for (const hue of ['fern', 'amber', 'sand', 'indigo']) pairs.push([`${hue}-900`, `${hue}-200`], [`${hue}-1000`, `${hue}-200`])
    for (const [text = '', ground = ''] of pairs)
      assert.ok(computeContrast(colours[text] as string, colours[ground] as string) >= 4.5, `${text} on ${ground}`)
  })

test('no other file contains a colour, so that all of them follow the scheme', () => {
  const web = join(import.meta.dirname, '..')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^dist|palette/.test(file),
  )
  const named = /(?<![\w&])#(?:[0-9a-f]{3}|[0-9a-f]{6})\b|\b(?:rgb|hsl)a?\(|: (?:white|black);/i
  assert.deepEqual(
    files.filter((file) => named.test(readFileSync(join(web, file), 'utf8'))),
    [],
  )
})
