/** Writes the files generated from the migrated database and from the routes, or checks that they are up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpSchema, dumpTypes } from '#db/dump.ts'
import { planFor } from '#db/setup/distribute.ts'
import { DEFAULT_SHARDS, writePlan } from '#db/distribution/plan.ts'
import { ROOT } from '#lib/root.ts'
import { NOT_BUILT } from '#modules/api_reference/not_built/table.ts'
import { allRoutes } from '#app/routes.ts'
import { withScratchDatabase } from '#test/database.ts'
import { operationsText } from './contract/operations.ts'
import { coverageText } from './coverage.ts'
import { LEFT_OUT } from './left_out.ts'

/** Every operation of the API, one a line, in the order of their paths. */
export function routeList(): string {
  const lines = allRoutes.map(
    (route) =>
      `${route.method.padEnd(6)} ${route.path.padEnd(64)} ${(route.scope === null ? '-' : route.scope || 'global').padEnd(16)} ${route.summary}`,
  )
  const path = (line: string) => line.slice(7)
  return `${lines.sort((one, other) => (path(one) < path(other) ? -1 : 1)).join('\n')}\n`
}

async function generateFiles(): Promise<Record<string, string>> {
  const operations = await readFile(join(ROOT, 'docs/api/operations.txt'), 'utf8')
  return withScratchDatabase(async (database) => ({
    'migrations/schema.sql': await dumpSchema(database),
    'migrations/distribution.sql': writePlan(await planFor(database, DEFAULT_SHARDS)),
    'server/db/tables.ts': await dumpTypes(database),
    'docs/routes.txt': routeList(),
    'web/contract/operations.ts': operationsText(allRoutes),
    'docs/api/coverage.md': coverageText(operations, allRoutes, LEFT_OUT, NOT_BUILT),
  }))
}

/** Writes the generated files. */
export async function writeGenerated(): Promise<void> {
  for (const [name, text] of Object.entries(await generateFiles())) await writeFile(join(ROOT, name), text)
}

/** The names of generated files that are out of date. */
export async function staleFiles(): Promise<string[]> {
  const stale: string[] = []
  for (const [name, text] of Object.entries(await generateFiles()))
    if ((await readFile(join(ROOT, name), 'utf8').catch(() => '')) !== text) stale.push(name)
  return stale
}
