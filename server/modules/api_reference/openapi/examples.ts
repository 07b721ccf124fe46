/**
 * One recorded request and response for each operation, stored in examples.jsonl: recorded by the tests, selected by cli/examples.ts,
 * checked by a test.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseOwn } from '#lib/json.ts'
import { ROOT } from '#lib/root.ts'

/** The file of examples: one JSON object per line, sorted by `operation`. */
export const EXAMPLES_FILE = 'server/modules/api_reference/openapi/examples.jsonl'

/** The file of the roles that each operation refuses. */
const ROLES_FILE = 'server/modules/api_reference/openapi/roles.txt'

/** A successful request, and the error statuses other requests of the same operation received. */
export interface Example {
  /** `METHOD path`, as in its route. */
  readonly operation: string
  /** With its query; undefined when no successful request was recorded. */
  readonly path?: string
  readonly sent?: unknown
  readonly sent_type?: string
  readonly status?: number
  readonly answered?: unknown
  readonly answered_type?: string
  readonly refusals: readonly number[]
}

/** All examples, by operation. */
export async function readExamples(): Promise<ReadonlyMap<string, Example>> {
  const lines = (await readFile(join(ROOT, EXAMPLES_FILE), 'utf8')).split('\n').filter(Boolean)
  return new Map(lines.map((line) => parseOwn<Example>(line)).map((example) => [example.operation, example]))
}

/** The roles each operation refuses, as test/invariants/roles.test.ts finds them. A star: refused whether or not the record exists. */
export async function readRefusedRoles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await readFile(join(ROOT, ROLES_FILE), 'utf8')).split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, method = '', path = '', roles = ''] = /^(\w+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return [`${method} ${path}`, roles.split(', ')]
    }),
  )
}
