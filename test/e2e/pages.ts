// Where each page of the dashboard is, with the records of a full desk.
// Does not belong here: making them (full_desk.ts), assertions.

import assert from 'node:assert/strict'
import { paths } from '#web/lib/paths.ts'
import type { FullDesk } from './full_desk.ts'

/** Pages for visitors; signed-in users see something else there, or are redirected. */
export const FOR_VISITORS: readonly string[] = [paths.sign_in, paths.verify_address, paths.set_password, paths.forgotten_password]

/** The address of a page by its name and path in `web/lib/paths.ts`; a page of a record uses one of these. */
export function addressOf({ ids, consent }: FullDesk, name: string, path: string): string {
  if (path === paths.oauth_authorization) return `${path}?${consent}`
  const known = [ids[name] ?? []].flat()
  assert.equal(known.length, path.split('$').length - 1, `fillDesk makes no record for the page ${name}`)
  return known.reduce<string>((address, id) => address.replace(/\$\w+/, String(id)), path)
}
