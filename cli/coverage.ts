/** Generates `docs/api/coverage.md`: which operations of the public API are there. Pure. */
import type { AnyRoute } from '#http/route.ts'
import { EMPTY_LISTS, METHODS, type NotBuilt } from '#modules/api_reference/not_built/table.ts'
import type { LeftOut } from './left_out.ts'

/** A heading of the public description with its operations: `GET /api/v2/tickets`. */
interface Section {
  readonly heading: string
  readonly operations: readonly string[]
}

/** Operations whose path parameter stands for several fixed paths, each with one of those. */
const BY_EXAMPLE: Readonly<Record<string, string>> = {
  'GET /api/v2/incremental/{}/sample': 'GET /api/v2/incremental/tickets/sample',
}

/** Removes the names of path parameters: `/users/:id` equals `/users/{user_id}`. */
const removeParameterNames = (operation: string) => operation.replaceAll(/\{\w+\}|:\w+/g, '{}').replace(/\s+/, ' ')

/** Parses `docs/api/operations.txt`: headings at the margin, their operations indented. */
function readSections(text: string): Section[] {
  const [, ...blocks] = text.trim().split('\n\n')
  return blocks.map((block) => {
    const [heading = '', ...operations] = block.split('\n')
    return { heading, operations: operations.map((line) => line.trim().replace(/\s+/, ' ')) }
  })
}

/** Why an operation is left out on purpose, if it is. */
function reasonFor(leftOut: readonly LeftOut[], { heading }: Section, operation: string): string | undefined {
  return leftOut.find((row) => row.heading === heading && (row.only === undefined || row.only.includes(operation)))?.reason
}

/** @throws Error when a reason names an operation that exists, or a heading or operation that is unknown */
function checkReasons(leftOut: readonly LeftOut[], sections: readonly Section[], isThere: (operation: string) => boolean): void {
  for (const { heading, only } of leftOut) {
    const section = sections.find((one) => one.heading === heading)
    if (section === undefined) throw new Error(`cli/left_out.ts names an unknown heading: ${heading}`)
    for (const operation of only ?? section.operations) {
      if (!section.operations.includes(operation))
        throw new Error(`cli/left_out.ts names an operation that is not below ${heading}: ${operation}`)
      if (isThere(operation)) throw new Error(`cli/left_out.ts leaves out an operation that exists: ${operation}`)
    }
  }
}

/** The section on operations that are answered although they are not built. @throws Error when one of them is built */
function notBuiltText(notBuilt: readonly NotBuilt[], isThere: (operation: string) => boolean): string[] {
  const built = notBuilt.find(({ path }) => METHODS.some((method) => isThere(`${method} ${path}`)))
  if (built !== undefined)
    throw new Error(`server/modules/api_reference/not_built/table.ts names an operation that is built: ${built.path}`)
  return [
    '## Answered though not built',
    '',
    'Connectors request every list and stop at the first 404. These operations are not built and not counted as built; whatever the method, they',
    'are refused as by an account without the product: 403, with the header `X-Deskhand-Not-Built: true`.',
    '',
    '| Path | Why |',
    '|---|---|',
    ...notBuilt.map(({ path, reason }) => `| \`${path}\` | ${reason} |`),
    '',
    'A connector ends at a refusal of these lists, so they are empty, with the same header:',
    '',
    ...EMPTY_LISTS.map(({ path }) => `- \`GET ${path}\``),
  ]
}

/**
 * The document: a row for each heading, then what is left out on purpose, what is answered though it is not built, and what is still to
 * come.
 * @param operations the text of `docs/api/operations.txt`
 * @throws Error when a reason does not match the routes
 */
export function coverageText(
  operations: string,
  routes: readonly AnyRoute[],
  leftOut: readonly LeftOut[],
  notBuilt: readonly NotBuilt[],
): string {
  const known = new Set(routes.map((route) => removeParameterNames(`${route.method} ${route.path}`)))
  const isThere = (operation: string) =>
    known.has(removeParameterNames(operation)) || known.has(BY_EXAMPLE[removeParameterNames(operation)] ?? '')
  const sections = readSections(operations)
  checkReasons(leftOut, sections, isThere)
  const counted = sections.map((section) => {
    const missing = section.operations.filter((operation) => !isThere(operation))
    const explained = missing.filter((operation) => reasonFor(leftOut, section, operation) !== undefined)
    const waiting = missing.filter((operation) => !explained.includes(operation))
    return { section, there: section.operations.length - missing.length, explained, waiting }
  })
  const sum = (count: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + count(one), 0)
  const total = sum((one) => one.section.operations.length)
  const rows = counted.map(
    ({ section, there, explained, waiting }) =>
      `| ${section.heading} | ${there} of ${section.operations.length} | ${explained.length || ''} | ${waiting.length || ''} |`,
  )
  const reasons = counted.flatMap(({ section, explained }) =>
    Map.groupBy(explained, (operation) => reasonFor(leftOut, section, operation) ?? '')
      .entries()
      .map(
        ([reason, some]) =>
          `| ${section.heading} | ${some.length === section.operations.length ? 'all' : some.map((one) => `\`${one}\``).join('<br>')} | ${reason} |`,
      )
      .toArray(),
  )
  const still = counted.filter(({ waiting }) => waiting.length > 0)
  const coming = still.flatMap(({ section, waiting }) => [
    `- ${section.heading}: ${waiting.length === section.operations.length ? 'all' : waiting.map((one) => `\`${one}\``).join(', ')}`,
  ])
  return [
    '# Coverage of the public API',
    '',
    'Generated by `deskhand generate` from [operations.txt](operations.txt), the routes, `cli/left_out.ts` and',
    '`server/modules/api_reference/not_built/table.ts`. Built operations that behave differently are in [differences.md](differences.md).',
    '',
    `${sum((one) => one.there)} of ${total} operations are there, ${sum((one) => one.explained.length)} are left out on purpose, ${sum((one) => one.waiting.length)} are still to come.`,
    '',
    '| Heading | There | Left out | To come |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Left out on purpose',
    '',
    '| Heading | Operations | Why |',
    '|---|---|---|',
    ...reasons,
    '',
    ...notBuiltText(notBuilt, isThere),
    ...(coming.length === 0 ? [] : ['', '## Still to come', '', ...coming]),
    '',
  ].join('\n')
}
