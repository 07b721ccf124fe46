/** The version of Deskhand, from package.json. */
import { createRequire } from 'node:module'
import { ROOT } from './root.ts'

export const VERSION = (createRequire(import.meta.url)(`${ROOT}/package.json`) as { version: string }).version
