/** The output of `deskhand --version`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findEmbeddedVersion } from '#db/embedded/binaries.ts'
import { ROOT } from '#lib/root.ts'
import { VERSION } from '#lib/version.ts'

/** One line each: this program, its runtime and database, and the newest migration it has. */
export function versionText(): string {
  const newest = readdirSync(join(ROOT, 'migrations'))
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .at(-1)
  return [
    `deskhand    ${VERSION}`,
    `node        ${process.versions.node}`,
    `postgresql  ${findEmbeddedVersion() ?? 'not installed: needs DATABASE_URL'}`,
    `schema      ${newest?.replace(/\.sql$/, '') ?? 'none'}`,
  ].join('\n')
}
