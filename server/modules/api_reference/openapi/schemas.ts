/** The schemas of bodies in openapi.json: with a description on each member, and records used in several places written once. */
import type { AnyRoute } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import { memberWords, toSingular } from './member_words.ts'

type Shape = Readonly<Record<string, unknown>>

/** The name of the member that has the schema; null for the body itself. */
type Parent = string | null

/** The schemas of the description. */
export interface Schemas {
  of(shape: unknown): Shape
  /** The schemas that others refer to, by name. */
  readonly shared: Readonly<Record<string, Shape>>
}

/** All schemas. One is shared when the same object is below members of the same name, because descriptions depend on both. */
interface Gathered {
  /** How often a schema is used below members of a name. */
  readonly places: ReadonlyMap<unknown, ReadonlyMap<string, number>>
  /** Schemas of request bodies. */
  readonly sent: ReadonlySet<unknown>
  /** The names of shared schemas, by schema and member. */
  readonly names: Map<unknown, Map<string, string>>
  readonly shared: Map<string, Shape>
}

/** The size in characters of JSON from which a schema is shared. Smaller ones are easier to read in place. */
const SMALLEST_SHARED = 400

/** The schemas of the bodies of these routes. `shared` is complete once `of` was called for all of them. */
export function schemasOf(routes: readonly AnyRoute[]): Schemas {
  const gathered = gather(routes)
  return {
    of: (shape) => (isObject(shape) ? describeSchema(gathered, shape, null) : {}),
    get shared() {
      return Object.fromEntries([...gathered.shared].sort(([one], [other]) => (one < other ? -1 : 1)))
    },
  }
}

function gather(routes: readonly AnyRoute[]): Gathered {
  const places = new Map<unknown, Map<string, number>>()
  const sent = new Set<unknown>()
  const count = (shape: Shape, parent: string) => {
    const counts = places.get(shape) ?? new Map<string, number>()
    places.set(shape, counts.set(parent, (counts.get(parent) ?? 0) + 1))
  }
  for (const { body, answer } of routes) {
    eachObject(body, null, (shape, parent) => {
      sent.add(shape)
      count(shape, parent)
    })
    eachObject(answer, null, count)
  }
  return { places, sent, names: new Map(), shared: new Map() }
}

/** Calls `found` with each object schema below a member, and that member's name in the singular. */
function eachObject(shape: unknown, parent: Parent, found: (shape: Shape, parent: string) => void): void {
  if (!isObject(shape)) return
  const { properties, items, anyOf } = shape
  if (isObject(properties)) {
    if (parent !== null) found(shape, toSingular(parent))
    for (const [name, member] of Object.entries(properties)) eachObject(member, name, found)
  }
  eachObject(items, parent, found)
  if (Array.isArray(anyOf)) for (const each of anyOf) eachObject(each, parent, found)
}

function referOrDescribe(gathered: Gathered, shape: Shape, parent: string): Shape {
  const name = toSingular(parent)
  const isShared = (gathered.places.get(shape)?.get(name) ?? 0) > 1 && JSON.stringify(shape).length >= SMALLEST_SHARED
  return isShared ? { $ref: `#/components/schemas/${sharedName(gathered, shape, name)}` } : describeSchema(gathered, shape, parent)
}

function sharedName(gathered: Gathered, shape: Shape, parent: string): string {
  const { names, shared, sent } = gathered
  const known = names.get(shape)?.get(parent)
  if (known !== undefined) return known
  const name = freeName(shared, `${toPascalCase(parent)}${sent.has(shape) ? 'Input' : ''}`)
  names.set(shape, (names.get(shape) ?? new Map<string, string>()).set(parent, name))
  shared.set(name, {}) // reserves the name before nested schemas get theirs
  shared.set(name, describeSchema(gathered, shape, parent))
  return name
}

/** The schema with a description on each member. */
function describeSchema(gathered: Gathered, shape: Shape, parent: Parent): Shape {
  const { properties, items, anyOf } = shape
  const describeInner = (inner: unknown) =>
    isObject(inner) ? (parent === null ? describeSchema(gathered, inner, null) : referOrDescribe(gathered, inner, parent)) : inner
  return {
    ...shape,
    ...(isObject(properties) ? { properties: membersOf(gathered, properties, parent) } : {}),
    ...(isObject(items) ? { items: describeInner(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(describeInner) } : {}),
  }
}

function membersOf(gathered: Gathered, properties: Shape, parent: Parent): Shape {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const description = memberWords(name, parent, member)
      const inner = isObject(member) ? referOrDescribe(gathered, member, name) : {}
      return [name, { ...inner, ...(description === undefined ? {} : { description }) }]
    }),
  )
}

/** `api_token` → `ApiToken`. */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** Different schemas with the same name are numbered: `User`, `User2`. */
function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`
  return free
}
