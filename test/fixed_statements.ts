/** The statements that are written by hand anywhere in the product. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listHandWrittenStatements } from '#db/builder.ts'
import { ROOT } from '#lib/root.ts'

const DEFINES = /\b(?:defineStatement|defineLookup|insertRow|updateRow)</

/** Imports every file that defines a statement, and returns the texts. */
export async function listFixedStatements(): Promise<readonly string[]> {
  const paths = globSync('{server,cli}/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  for (const path of paths) if (DEFINES.test(readFileSync(join(ROOT, path), 'utf8'))) await import(join(ROOT, path))
  return [...listHandWrittenStatements()]
}
