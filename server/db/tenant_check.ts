/**
 * Refuses statements without an account condition. Runs in test and development on every statement text. The rule: each tenant table a
 * statement reads or writes is restricted to an account by name: `alias.account_id`, or a bare `account_id` where the table has no alias.
 * @source docs/decisions/0016_tenant_check.md
 */
const QUOTES = /"/g
const REFERENCE = /(?:\b(?:from|join|update|into|using)\s+(?:only\s+)?|,\s*)([a-z_][a-z0-9_]*)(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?/g
const NOT_AN_ALIAS = new Set([
  'where',
  'set',
  'on',
  'inner',
  'left',
  'join',
  'order',
  'group',
  'limit',
  'values',
  'select',
  'cross',
  'using',
  'default',
  'returning',
  'for',
  'union',
  'full',
  'right',
  'natural',
  'having',
  'offset',
  'except',
  'intersect',
])

/** Makes the check for the given tenant tables. Its errors are bugs of ours, never the caller's. */
export function tenantCheck(tables: ReadonlySet<string>): (text: string) => void {
  const seen = new Set<string>()
  return (text) => {
    if (seen.has(text)) return
    const plain = text.replace(QUOTES, '').toLowerCase()
    for (const [, table = '', word] of plain.matchAll(REFERENCE)) {
      if (!tables.has(table)) continue
      const alias = word === undefined || NOT_AN_ALIAS.has(word) ? undefined : word
      const tie = new RegExp(alias === undefined ? `(?:\\b${table}\\.|[^.\\w])account_id\\b` : `\\b${alias}\\.account_id\\b`)
      if (!tie.test(plain))
        throw new Error(`A statement on the tenant table ${table}${alias ? ` (${alias})` : ''} names no account_id: ${text}`)
    }
    seen.add(text)
  }
}
