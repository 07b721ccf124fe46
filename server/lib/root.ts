/** Where the project's own files are, from sources and from built files alike. */
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of package.json: migrations/, web/dist/ and node_modules/ are below it. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)
