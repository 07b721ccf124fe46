/** Uploads files to the application under test, and downloads them, as bytes. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from './app.ts'
import { waitUntilNoneOf } from './jobs.ts'
import { type RawAnswer, rawRequest } from './raw_http.ts'

/** A file to send. */
export interface SentBytes {
  readonly name?: string
  readonly type?: string
  readonly bytes: Buffer | string
  readonly query?: string
  readonly email?: string
}

/** A one-pixel image. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A folder on a file system of its own. */
export interface SmallDisk {
  readonly folder: string
  /** Why it is not available, for `skip`; false when it is. */
  readonly skip: string | false
  close(): void
}

/** A file system of one megabyte, which is soon full; requires root. */
export function fullDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-full-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  return {
    folder,
    skip: isMounted ? false : 'a disk cannot be mounted here',
    close() {
      if (isMounted) spawnSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The Authorization header of the administrator, or of another user by the administrator's token. */
export function authorizationOf(app: TestApp, email: string = app.admin.email): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${email}/token:${app.admin.token}`).toString('base64')}` }
}

/** Uploads bytes; returns the raw response. */
export function sendFile(app: TestApp, { name = 'a.txt', type, bytes, query = '', email }: SentBytes): Promise<RawAnswer> {
  const contentType: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const path = `/api/v2/uploads.json?filename=${encodeURIComponent(name)}${query}`
  return rawRequest(app.base_url, { method: 'POST', path, headers: { ...authorizationOf(app, email), ...contentType }, body: bytes })
}

/** Uploads bytes; returns the upload. */
export async function upload(app: TestApp, file: SentBytes): Promise<any> {
  const answer = await sendFile(app, file)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return JSON.parse(answer.text).upload
}

/** The number of files the application stores, including incomplete uploads, once those that are to be removed are gone. */
export async function countFiles(app: TestApp): Promise<number> {
  await waitUntilNoneOf(app, 'remove_files')
  const entries = await readdir(join(app.config.data_dir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Reads a URL of the application without credentials, unless headers contain them. */
export function readUrl(app: TestApp, url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return rawRequest(app.base_url, { method, path: url.slice(app.base_url.length), headers })
}

/** A multipart form as browsers and the Ruby client send it. */
export function formOf(parts: readonly { name: string; value: Buffer | string; file_name?: string; type?: string }[]): {
  body: Buffer
  headers: Record<string, string>
} {
  const boundary = 'a-boundary-of-a-test'
  const pieces = parts.flatMap(({ name, value, file_name, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file_name === undefined ? '' : `; filename="${file_name}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
