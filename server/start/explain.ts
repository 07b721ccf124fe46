/** Explains in one line why the process could not start, and what to do. */
import { STANDBY } from '#db/outage.ts'
import { StartError } from '#lib/start_error.ts'

/** Why a file cannot be used, by the system's error code. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not read or write it',
  EPERM: 'this account may not read or write it',
  EROFS: 'it lies on a file system that cannot be written to',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this account is used up',
  ENOTDIR: 'a part of this path is no folder',
  EEXIST: 'something that is no folder is in its place',
  EISDIR: 'it is a folder and should be a file',
  ENOENT: 'it is not there and cannot be made',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'this process may not open more files',
  ENFILE: 'the machine has too many files open',
  EIO: 'the disk cannot be read or written',
}
const READ_ONLY = 'it is read-only, as a standby is'
/** What the operator of a database can fix, by PostgreSQL's error code. */
const DATABASE_REASONS: Readonly<Record<string, string>> = {
  '25006': READ_ONLY,
  [STANDBY]: READ_ONLY,
  '42501': 'its user lacks a permission',
  '53100': 'its disk is full',
  '53200': 'it has no memory left',
  '53300': 'it takes no more connections',
  '57P01': 'it was shut down meanwhile',
  '57P03': 'it is still starting',
}

interface SystemFault {
  readonly code?: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
  readonly path?: string
  readonly syscall?: string
  /** The environment variable that the port was configured with. */
  readonly variable?: string
}

/** A sentence for an error that the operator can fix; otherwise the whole stack. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return `Deskhand cannot start: ${error.message}`
  const sentence = error instanceof Error ? (sentenceOfNetwork(error) ?? sentenceOfFile(error) ?? sentenceOfDatabase(error)) : undefined
  if (sentence !== undefined) return `Deskhand cannot start: ${sentence}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function sentenceOfNetwork(error: Error & SystemFault): string | undefined {
  const { code, port, address, hostname, syscall, variable = 'PORT' } = error
  if (code === 'EADDRINUSE')
    return `port ${port} is taken. Stop what uses it, or choose another: ${variable}=${variable === 'PORT' ? 8081 : 9091} npm start`
  if (code === 'EACCES' && port !== undefined) return `it may not listen on port ${port}. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `HOST=${address} is no address of this machine`
  if (syscall === 'getaddrinfo') return `HOST=${hostname} is no address and no name that is known here (${code})`
  return undefined
}

function sentenceOfFile({ code, path, syscall }: Error & SystemFault): string | undefined {
  const reason = FILE_REASONS[code ?? '']
  if (reason === undefined || syscall === undefined) return undefined
  const what = path === undefined ? 'a file of DATA_DIR' : path
  return `${what} cannot be used: ${reason}. Mend that, or choose another DATA_DIR.`
}

function sentenceOfDatabase(error: Error & SystemFault): string | undefined {
  const reason = DATABASE_REASONS[error.code ?? '']
  return reason === undefined ? undefined : `the database cannot be used: ${reason} (${error.message}).`
}
