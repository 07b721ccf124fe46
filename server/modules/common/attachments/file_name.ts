/** The names and types of files. Pure. */
import { extname } from 'node:path'

const MAX_NAME_LENGTH = 255
const MAX_TYPE_LENGTH = 200
/** Types that clients send by default when they do not know the type. */
const SAYS_NOTHING = new Set(['', 'application/x-www-form-urlencoded'])
const UNKNOWN_TYPE = 'application/octet-stream'
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.eml': 'message/rfc822',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
}

/**
 * A file name of one line without a path: the part behind the last slash or backslash, without control and format characters. Those are
 * invisible or change the direction of writing, and could disguise the file's type.
 */
export function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const visible = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return /^\.*$/.test(visible) ? 'file' : shortenName(visible)
}

/** The end is kept because it holds the extension. */
function shortenName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  const end = extname(name).slice(0, 20)
  return (name.slice(0, MAX_NAME_LENGTH - end.length) + end).toWellFormed()
}

/** The type its sender declares; without one, that of the picture in it or of its extension. @source docs/reference/tickets.md §6 */
export function chooseDeclaredType(said: string | null, name: string, picture: string | undefined): string {
  const type = (said ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length <= MAX_TYPE_LENGTH && !SAYS_NOTHING.has(type)
  return isType ? type : (picture ?? TYPES[extname(name).toLowerCase()] ?? UNKNOWN_TYPE)
}
