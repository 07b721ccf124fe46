/** Writes JSON Schema as TypeScript types: shapes that are used in several places once, by a name. */
import { isObject } from '#lib/json.ts'
import { toSingular } from '#modules/api_reference/openapi/member_words.ts'

type Schema = Readonly<Record<string, unknown>>

/** A member of an object: its name, whether it may be missing, and its type. */
export type Member = readonly [name: string, isOptional: boolean, type: string]

/** Writes the types of schemas. */
export interface Writer {
  /** The type of a schema; `member` is the member that has it, after which it is named where it is shared. */
  write(schema: unknown, member: string): string
  /** The declarations of shared shapes, in the order of their names. */
  declarations(): string
}

/** The size in characters of JSON from which a shape is shared. Smaller ones are easier to read in place. */
const MIN_SHARED = 200
/** Names of types that the written ones use. */
const GLOBAL: readonly string[] = ['Blob', 'FormData', 'ListPage', 'ListQuery', 'NestedValue', 'Operations', 'Readonly', 'Record']

/** A writer that shares shapes among these schemas, all of which are written before the declarations. */
export function makeWriter(schemas: readonly unknown[]): Writer {
  const counts = new Map<string, number>()
  for (const schema of schemas) countShapes(schema, counts)
  const names = new Map<string, string>()
  const declared = new Map<string, string>()

  function write(schema: unknown, member: string): string {
    if (!isObject(schema)) return 'unknown'
    if (!isObject(schema['properties'])) return writePlain(schema, (inner) => write(inner, member))
    const key = JSON.stringify(schema)
    if (key.length < MIN_SHARED || (counts.get(key) ?? 0) < 2) return withNull(schema, writeMembers(schema, write))
    const known = names.get(key)
    if (known !== undefined) return withNull(schema, known)
    const name = findFreeName((taken) => GLOBAL.includes(taken) || declared.has(taken), toPascalCase(toSingular(member)))
    names.set(key, name)
    declared.set(name, '') // reserves the name before nested shapes get theirs
    declared.set(name, writeMembers(schema, write))
    return withNull(schema, name)
  }

  return {
    write,
    declarations: () =>
      [...declared]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, text]) => `type ${name} = ${text}\n`)
        .join('\n'),
  }
}

/** The union of types, each once. */
export function writeUnion(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

/** The members of an object, a line each. */
export function writeObject(members: readonly Member[]): string {
  if (members.length === 0) return '{}'
  const lines = members.map(([name, isOptional, type]) => `  readonly ${quoteName(name)}${isOptional ? '?' : ''}: ${indent(type)}`)
  return `{\n${lines.join('\n')}\n}`
}

/** Moves all lines but the first one step to the right. */
export function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

function countShapes(schema: unknown, counts: Map<string, number>): void {
  if (!isObject(schema)) return
  if (isObject(schema['properties'])) {
    const key = JSON.stringify(schema)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const inner of innerSchemas(schema)) countShapes(inner, counts)
}

function innerSchemas({ properties, patternProperties, items, anyOf }: Schema): unknown[] {
  const members = [properties, patternProperties].flatMap((each) => (isObject(each) ? Object.values(each) : []))
  return [...members, items, ...(Array.isArray(anyOf) ? (anyOf as unknown[]) : [])]
}

function writeMembers(schema: Schema, write: Writer['write']): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  const members = writeObject(Object.entries(properties).map(([name, inner]) => [name, !required.includes(name), write(inner, name)]))
  return isObject(schema['additionalProperties']) ? `${members} & Readonly<Record<string, unknown>>` : members
}

/** A schema without members of its own. */
function writePlain(schema: Schema, write: (inner: unknown) => string): string {
  const { type, items, anyOf, patternProperties } = schema
  if (schema['x-nested'] === true) return 'NestedValue'
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return writeUnion(schema['enum'].map((value) => JSON.stringify(value)))
  if (Array.isArray(anyOf)) return writeUnion(anyOf.map(write))
  const record = isObject(patternProperties) ? Object.values(patternProperties)[0] : undefined
  const writeType = (name: unknown): string => {
    if (name === 'array') return items === undefined ? 'readonly unknown[]' : `readonly ${wrapUnion(write(items))}[]`
    if (name === 'object') return `Readonly<Record<string, ${record === undefined ? 'unknown' : write(record)}>>`
    if (name === 'integer' || name === 'number') return 'number'
    return name === 'string' || name === 'boolean' || name === 'null' ? name : 'unknown'
  }
  return writeUnion((Array.isArray(type) ? type : [type]).map(writeType))
}

const withNull = ({ type }: Schema, text: string) => (Array.isArray(type) && type.includes('null') ? `${text} | null` : text)
const wrapUnion = (type: string) => (/^\w+$|^Readonly<[^|&]*>$|^\{[^]*\n\}$/.test(type) && !/^\} [|&] /m.test(type) ? type : `(${type})`)
const quoteName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/** `api_tokens` → `ApiTokens`, `page[size]` → `PageSize`. */
const toPascalCase = (name: string) =>
  name
    .split(/\W+|_/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Different shapes with the same name are numbered: `User`, `User2`. */
function findFreeName(isTaken: (name: string) => boolean, name: string): string {
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}${number}`
  return free
}
