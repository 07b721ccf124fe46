// A setting as data: its path in the tree, the type of its field, and which values of a form have changed.
// Does not belong here: rendering (SettingsCard.tsx), which settings there are (the pages).

import type { Tree } from './queries.ts'
import type { Choice } from '#kit/fields.tsx'
import { toWireDay } from '#lib/wire_time.ts'

interface Named {
  /** The path in the tree: `api.token_idle_days`. */
  path: string
  label: string
  hint?: string
}

/**
 * One field of a form. An empty day or optional number is sent as null; lists have one entry per line. Values of choices are strings, sent
 * as numbers with `isNumber`. `ids` allows any number of choices; in the draft they are separated by commas.
 */
export type Setting =
  | (Named & { kind: 'number'; isOptional?: boolean })
  | (Named & { kind: 'day' })
  | (Named & { kind: 'choice'; choices: readonly Choice<string>[]; isNumber?: boolean })
  | (Named & { kind: 'lines' })
  | (Named & { kind: 'ids'; choices: readonly Choice<string>[] })
  | { kind: 'switches'; legend: string; switches: readonly Named[] }

/** The values of the fields by path: strings, and booleans for switches. */
export type Draft = Readonly<Record<string, string | boolean>>

type Field = Exclude<Setting, { kind: 'switches' }> | (Named & { kind: 'switch' })

/** The fields as a flat list, each switch as a field of its own. */
export function fieldsOf(settings: readonly Setting[]): Field[] {
  return settings.flatMap((setting): Field[] =>
    setting.kind === 'switches' ? setting.switches.map((each) => ({ ...each, kind: 'switch' as const })) : [setting],
  )
}

/** The values of the fields for these settings. */
export function draftOf(settings: readonly Setting[], tree: Tree): Draft {
  return Object.fromEntries(fieldsOf(settings).map((field) => [field.path, formatValue(field, valueAt(tree, field.path))]))
}

/** The body to send: only fields that differ from the settings. */
export function changeOf(settings: readonly Setting[], tree: Tree, draft: Draft): Tree {
  const before = draftOf(settings, tree)
  const changed = fieldsOf(settings).filter(({ path }) => draft[path] !== before[path])
  return changed.reduce<Tree>((change, field) => placeValue(change, field.path.split('.'), parseValue(field, draft[field.path] ?? '')), {})
}

function formatValue({ kind }: Field, value: unknown): string | boolean {
  // the public tree has two switches whose values are strings
  if (kind === 'switch') return value === true || value === 'true'
  if (kind === 'ids') return Array.isArray(value) ? value.join(',') : ''
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : ''
  if (kind === 'day') return typeof value === 'string' ? toWireDay(value) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function parseValue(field: Field, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  const text = value.trim()
  switch (field.kind) {
    case 'lines':
      return text.split(/[\s,]+/).filter((line) => line !== '')
    case 'ids':
      return text.split(',').filter(Boolean).map(Number)
    case 'day':
      return text === '' ? null : `${text}T00:00:00Z`
    case 'number':
      return text === '' && field.isOptional === true ? null : numberOf(text)
    case 'choice':
      return field.isNumber !== true ? text : text === '' ? null : Number(text)
    case 'switch':
      return undefined
  }
}

/** An invalid number becomes -1, which the server refuses with the allowed range, shown at the field. */
const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

function valueAt(tree: Tree, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), tree)
}

function placeValue(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): Tree {
  const group = tree[key]
  return { ...tree, [key]: rest.length === 0 ? value : placeValue(isTree(group) ? group : {}, rest, value) }
}
