/** The version of Deskhand, from package.json. */
import { createRequire } from 'node:module'
import { ROOT } from './root.ts'

const { version }: { version: string } = createRequire(import.meta.url)(`${ROOT}/package.json`)

export const VERSION = version
