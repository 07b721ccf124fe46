/** The settings for end users: whose requests are suspended. Pure. */
import type { Details } from '#core/errors.ts'
import type { InstanceSettingsInput } from './schema.ts'

type EndUsersInput = NonNullable<InstanceSettingsInput['end_users']>

const MAX_ENTRIES = 1000
/** An e-mail address, a domain, or `*` for everyone. */
const ENTRY = /^(?:\*|(?:[^\s@,;]{1,200}@)?[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?)$/

const normalizeList = (list: readonly string[]) => [...new Set(list.map((entry) => entry.trim().toLowerCase()).filter(Boolean))]

/** The settings with their lists in the form they are stored in. */
export function readEndUsers(input: EndUsersInput): EndUsersInput {
  const { blocklist, allowlist, ...rest } = input
  return {
    ...rest,
    ...(blocklist === undefined ? {} : { blocklist: normalizeList(blocklist) }),
    ...(allowlist === undefined ? {} : { allowlist: normalizeList(allowlist) }),
  }
}

/** Validation errors of the lists. */
export function checkEndUsers(input: EndUsersInput): Details {
  const { blocklist = [], allowlist = [] } = readEndUsers(input)
  const isFine = (list: readonly string[]) => list.length <= MAX_ENTRIES && list.every((entry) => ENTRY.test(entry))
  const problem = (path: string): Details => ({
    [path]: [{ description: `${path}: must be at most ${MAX_ENTRIES} e-mail addresses or domains, or *`, error: 'InvalidValue' }],
  })
  return { ...(isFine(blocklist) ? {} : problem('end_users.blocklist')), ...(isFine(allowlist) ? {} : problem('end_users.allowlist')) }
}
