/** Finds what can be disabled in a source text, and rewrites the text so that a number selects it. Pure; see tools/guards/run.ts. */
import { parseSync } from 'vite'

/** One change that a test should notice. */
export interface Change {
  readonly id: number
  readonly path: string
  readonly line: number
  /** The statement or expression, on one line. */
  readonly text: string
  /** Stable between runs, as long as neither the text nor earlier occurrences of the same text change. */
  readonly key: string
}

/** What is searched for: refusals and permission checks, or the conditions of pure code. */
export type Kind = 'guards' | 'conditions'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface Edit {
  readonly node: Node
  readonly before: (id: number) => string
  readonly after: string
}

/** Refusals: without one of them a caller can do or read what they must not. */
const REFUSALS = new Set(
  `Forbidden NotFound Gone Unauthenticated Conflict MissingScope InvalidBearer SignInRefused ChallengeOver InvalidEndpoint TooLarge TooManyValues
  TooManyJobs AccountLimitExceeded EndpointLimitExceeded OAuthError ScimError`.split(/\s+/),
)
const REQUIRE_CALL = /^require[A-Z]/
/** Programs that a test starts with their own environment run without the probe, and with every guard in place. */
const WITHOUT_PROBE =
  'globalThis.guards_stands ??= () => true; globalThis.guards_call ??= (_, work) => work(); globalThis.guards_opposite ??= (_, value) => value; '

/** The text with every change selected by a number, and the list of changes. `nextId` counts through all files. */
export function instrument(path: string, text: string, kind: Kind, nextId: () => number): { text: string; changes: Change[] } {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const edits: Edit[] = []
  walk(program as unknown as Node, undefined, (node, parent) => {
    const edit = kind === 'guards' ? guardAt(node, parent) : conditionAt(node, parent)
    if (edit !== undefined) edits.push(edit)
  })
  const seen = new Map<string, number>()
  const numbered = edits.map((edit) => ({ ...edit, change: changeOf(path, text, edit.node, nextId(), seen) }))
  return { text: WITHOUT_PROBE + apply(text, numbered), changes: numbered.map(({ change }) => change) }
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  visit(node, parent)
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') walk(child as Node, node, visit)
  }
}

const nameOf = (node: unknown) => String((node as Node & { name?: string }).name)

function guardAt(node: Node, parent: Node | undefined): Edit | undefined {
  if (node.type === 'ThrowStatement') {
    const thrown = node.argument as Node
    if (thrown.type !== 'NewExpression' || !REFUSALS.has(nameOf(thrown.callee))) return undefined
    return { node, before: (id) => `{ if (globalThis.guards_stands(${id})) `, after: ' }' }
  }
  if (node.type !== 'CallExpression' || !REQUIRE_CALL.test(nameOf(node.callee))) return undefined
  if (!containsAwait(node)) return { node, before: (id) => `globalThis.guards_call(${id}, () => `, after: ')' }
  return parent?.type === 'AwaitExpression' ? { node, before: (id) => `globalThis.guards_call(${id}, async () => `, after: ')' } : undefined
}

/** True when it contains `await`, so that it needs an async function around it. */
function containsAwait(node: Node): boolean {
  let found = false
  const look = (inner: Node): void => {
    if (/Function/.test(inner.type)) return
    if (inner.type === 'AwaitExpression') found = true
    for (const value of Object.values(inner))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') look(child as Node)
  }
  look(node)
  return found
}

const COMPARING = new Set(['===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof'])

/** Conditions: the tests of `if` and `?:`, the left sides of `&&` and `||`, comparisons used as values. */
function conditionAt(node: Node, parent: Node | undefined): Edit | undefined {
  if (parent === undefined) return undefined
  const decides =
    ((parent.type === 'IfStatement' || parent.type === 'ConditionalExpression' || parent.type === 'WhileStatement') &&
      parent.test === node) ||
    (parent.type === 'LogicalExpression' && parent.operator !== '??' && parent.left === node) ||
    (node.type === 'BinaryExpression' && COMPARING.has(node.operator as string))
  return decides ? { node, before: (id) => `globalThis.guards_opposite(${id}, `, after: ')' } : undefined
}

function changeOf(path: string, text: string, node: Node, id: number, seen: Map<string, number>): Change {
  const words = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 160)
  const nth = (seen.get(words) ?? 0) + 1
  seen.set(words, nth)
  return { id, path, line: text.slice(0, node.start).split('\n').length, text: words, key: `${path} ${words} ${nth}` }
}

/** Inserts the texts of all edits: of those with the same start the widest first, of those with the same end the narrowest. */
function apply(text: string, edits: readonly (Edit & { readonly change: Change })[]): string {
  const inserts = edits.flatMap(({ node, before, after, change }) => [
    { at: node.start, order: 1, width: -(node.end - node.start), words: before(change.id) },
    { at: node.end, order: 0, width: node.end - node.start, words: after },
  ])
  inserts.sort((a, b) => a.at - b.at || a.order - b.order || a.width - b.width)
  let done = 0
  let result = ''
  for (const { at, words } of inserts) {
    result += text.slice(done, at) + words
    done = at
  }
  return result + text.slice(done)
}
