/** One real exchange for each operation, as examples.jsonl keeps them: recorded from the tests, chosen by cli/examples.ts, checked by a test. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../lib/root.ts'

/** Where they are. One JSON object a line, in the order of `operation`. */
export const EXAMPLES_FILE = 'server/modules/api_reference/openapi/examples.jsonl'

/** Where the roles are that each operation refuses. */
export const ROLES_FILE = 'server/modules/api_reference/openapi/roles.txt'

/** A call that succeeded, and the refusals that other calls of the same operation were answered. */
export interface Example {
  /** `METHOD path`, as in its route. */
  readonly operation: string
  /** With its query; undefined when nobody has recorded a call that succeeded. */
  readonly path?: string
  readonly sent?: unknown
  readonly sent_type?: string
  readonly status?: number
  readonly answered?: unknown
  readonly answered_type?: string
  readonly refusals: readonly number[]
}

/** All of them, by operation. */
export async function readExamples(): Promise<ReadonlyMap<string, Example>> {
  const lines = (await readFile(join(ROOT, EXAMPLES_FILE), 'utf8')).split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line) as Example).map((example) => [example.operation, example]))
}

/** Which roles each operation refuses, as test/invariants/roles.test.ts finds them. A star: whether there is such a record or not. */
export async function readRefusedRoles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await readFile(join(ROOT, ROLES_FILE), 'utf8')).split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, method = '', path = '', roles = ''] = /^(\w+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return [`${method} ${path}`, roles.split(', ')]
    }),
  )
}
