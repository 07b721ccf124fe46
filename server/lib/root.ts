/** The location of the project's own files, both for sources and for built files. */
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of package.json: migrations/, web/dist/ and node_modules/ are below it. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)
