import { readFileSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { userInfo } from 'node:os'
import { EmbeddedPostgresError } from './error.ts'

/** The system account PostgreSQL runs under when this process is root, which PostgreSQL refuses. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const CANDIDATES = ['deskhand', 'postgres', '_postgres', 'nobody']

/**
 * The account PostgreSQL has to run under, or undefined for our own. For root: the owner of an existing cluster, else $DESKHAND_PG_USER,
 * else the first of a few usual names.
 * @param owner owner of the existing cluster's folder, undefined when there is none yet
 * @throws EmbeddedPostgresError when there is no such account, or our own has no name (initdb requires one)
 */
export function chooseAccount(owner: Stats | undefined): Account | undefined {
  const uid = process.getuid?.()
  if (uid === undefined) return undefined
  if (uid !== 0) {
    requireName(uid)
    return undefined
  }
  const accounts = readAccounts()
  if (owner && owner.uid !== 0) {
    return accounts.find((account) => account.uid === owner.uid) ?? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }
  const wished = process.env.DESKHAND_PG_USER
  const names = wished ? [wished] : CANDIDATES
  const found = names.map((name) => accounts.find((account) => account.name === name && account.uid !== 0)).find(Boolean)
  if (found) return found
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and none of the accounts ${names.join(', ')} is in /etc/passwd: run as an ordinary user, create one of them, or set DESKHAND_PG_USER or DATABASE_URL.`,
  )
}

function requireName(uid: number): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot run under uid ${uid} because it has no entry in /etc/passwd: run as a named account, or set DATABASE_URL.`,
    )
  }
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) >= 0)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
}

/** The outermost folder on the path to `folder` (itself included) that the account cannot enter, or undefined when it can enter all. */
export function firstClosed(folder: string, account: Account): string | undefined {
  const way = [folder]
  for (let parent = dirname(folder); parent !== way[0]; parent = dirname(parent)) way.unshift(parent)
  return way.find((step) => !mayExecute(statSync(step), account))
}

/** Whether the account may enter this folder, or run this file. Decided by the mode bits, as for a process without further groups. */
export function mayExecute(stats: Stats, account: Account): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0
  return ((stats.mode >> shift) & 1) === 1
}
