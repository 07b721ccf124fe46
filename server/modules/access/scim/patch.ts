/** Applies the operations of a PATCH to a SCIM user. Pure. @source RFC 7644 §3.5.2 */
import { ScimError } from '#core/errors.ts'
import { isObject, textOf } from '#lib/json.ts'
import { type Resource, spellAttribute } from './person.ts'

/** One operation as sent. */
export interface Operation {
  readonly op?: unknown
  readonly path?: unknown
  readonly value?: unknown
}

const MOST = 100
const PATH = /^(?:urn:ietf:params:scim:schemas:core:2\.0:user:)?(\w+)(?:\[\s*(\w+)\s+eq\s+(?:"([^"]*)"|(true|false))\s*\])?(?:\.(\w+))?$/i
const VERBS: readonly string[] = ['add', 'replace', 'remove']
/** Attributes of other schemas have no effect here. */
const FOREIGN = /^urn:(?!ietf:params:scim:schemas:core:2\.0:user:)/i

/** The user after all operations, applied in order. @throws ScimError */
export function applyOperations(before: Resource, operations: readonly unknown[]): Resource {
  if (operations.length === 0 || operations.length > MOST) throw new ScimError(400, `Operations must be 1 to ${MOST}`, 'invalidSyntax')
  const after = operations.reduce<Resource>((resource, operation) => apply(resource, operation), structuredClone(before))
  return dropStaleDuplicates(before, after)
}

function apply(resource: Resource, operation: unknown): Resource {
  const { op, path, value }: Operation = isObject(operation) ? operation : {}
  const verb = typeof op === 'string' ? op.toLowerCase() : ''
  if (!VERBS.includes(verb)) throw new ScimError(400, 'op must be add, replace or remove', 'invalidSyntax')
  if (typeof path === 'string')
    return FOREIGN.test(path) ? resource : patchPath(resource, path, verb === 'remove' ? undefined : value, verb)
  if (verb === 'remove' || !isObject(value))
    throw new ScimError(400, 'An operation without a path needs an object as its value', 'noTarget')
  return Object.entries(value).reduce((now, [key, inner]) => (FOREIGN.test(key) ? now : patchPath(now, key, inner, verb)), resource)
}

function patchPath(resource: Resource, path: string, value: unknown, verb: string): Resource {
  const [, first, key, quoted, flag, inner] = PATH.exec(path.slice(0, 400)) ?? []
  if (first === undefined) throw new ScimError(400, `The path cannot be read: ${path.slice(0, 100)}`, 'invalidPath')
  const name = spellAttribute(first)
  const current = resource[name]
  if (key !== undefined) {
    const items = replaceItem(Array.isArray(current) ? current : [], { key, value: quoted ?? flag ?? '', inner }, value)
    return { ...resource, [name]: items }
  }
  if (inner !== undefined) return { ...resource, [name]: { ...(isObject(current) ? current : {}), [spellAttribute(inner)]: value } }
  if (value === undefined) return Object.fromEntries(Object.entries(resource).filter(([member]) => member !== name))
  if (verb === 'add' && Array.isArray(current)) return { ...resource, [name]: Array.isArray(value) ? [...value, ...current] : [value] }
  return { ...resource, [name]: isObject(value) && isObject(current) ? { ...current, ...value } : value }
}

/** Changes the items of a list that a filter such as `[type eq "work"]` selects; if there is none, adds an item. */
function replaceItem(
  items: readonly unknown[],
  where: { key: string; value: string; inner: string | undefined },
  value: unknown,
): unknown[] {
  const isSelected = (item: unknown): item is Resource =>
    isObject(item) && textOf(item[where.key]).toLowerCase() === where.value.toLowerCase()
  const changeItem = (item: Resource) =>
    where.inner === undefined ? { ...item, ...(isObject(value) ? value : {}) } : { ...item, [where.inner]: value }
  if (value === undefined && where.inner === undefined) return items.filter((item) => !isSelected(item))
  if (!items.some(isSelected)) return [...items, changeItem({ [where.key]: where.value })]
  return items.map((item) => (isSelected(item) ? changeItem(item) : item))
}

/** Name, address and role have several attributes each. If only one was changed, removes the unchanged one, so that the change counts. */
function dropStaleDuplicates(before: Resource, after: Resource): Resource {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const nameBefore = isObject(before.name) ? before.name : {}
  const name = isObject(after.name) ? after.name : {}
  const result: Resource = { ...after }
  if (!differs(before.displayName, after.displayName) && differs(nameBefore, name)) {
    delete result.displayName
    if (!differs(nameBefore.formatted, name.formatted)) result.name = { ...name, formatted: undefined }
  }
  if (!differs(before.userName, after.userName) && differs(before.emails, after.emails)) delete result.userName
  if (!differs(before.roles, after.roles) && differs(before.userType, after.userType)) delete result.roles
  return result
}
