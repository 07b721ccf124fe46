/** Files in an S3-compatible service. Imported only by processes that use one: its client is large. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { cutAfter } from '#lib/cut.ts'
import { memberOf } from '#lib/error_words.ts'
import { isObject } from '#lib/json.ts'
import { inClientSpan } from '#tracing/spans.ts'
import { currentTrace, traceHeaders } from '#tracing/trace.ts'
import type { Bucket } from './address.ts'
import type { FileStore, StoredFile } from './file_store.ts'
import { FileMissing, DiskFull } from './errors.ts'

/** Errors are thrown and reported by the caller; the client must not write to the console as well. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** A full service answers with this status, or with one of these error codes. @source RFC 4918 §11.5 */
const FULL_STATUS = 507
const FULL_NAMES: readonly string[] = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']

function refuseFull(error: Error & { readonly $metadata?: { readonly httpStatusCode?: number } }): never {
  const isFull = error.$metadata?.httpStatusCode === FULL_STATUS || FULL_NAMES.includes(error.name)
  throw isFull ? new DiskFull('ENOSPC', { cause: error }) : error
}

const CONNECT_MS = 5_000
/** A request fails when the service sends nothing for this long. */
const IDLE_MS = 60_000

/** A list of a thousand files takes some 400 kB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const NAME = /^\d+\/[0-9a-zA-Z-]{8,100}$/

async function* objectsBelow(client: S3Client, bucket: string, prefix: string, accountId?: number): AsyncGenerator<StoredFile> {
  const below = accountId === undefined ? prefix : `${prefix}${accountId}/`
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: below }))
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const name = Key.slice(prefix.length)
      if (NAME.test(name)) yield { name, size: Size, written_ms: LastModified?.getTime() ?? 0 }
    }
}

async function* accountsBelow(client: S3Client, bucket: string, prefix: string): AsyncGenerator<number> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, Delimiter: '/' }))
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
      const name = Prefix.slice(prefix.length, -1)
      if (/^\d{1,15}$/.test(name)) yield Number(name)
    }
}

/** Adds the trace to each request. After signing: a proxy between may change this header. */
function addTraceHeader(client: S3Client, bucket: string): void {
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      (given) =>
        inClientSpan(
          () => ({
            name: `S3 ${commandName}`,
            kind: 'client',
            attributes: { 'rpc.system': 'aws-api', 'rpc.method': commandName, 'aws.s3.bucket': bucket },
          }),
          () => {
            const trace = currentTrace()
            const headers = memberOf(given.request, 'headers')
            if (trace !== undefined && isObject(headers)) Object.assign(headers, traceHeaders(trace))
            return next(given)
          },
        ),
    { step: 'deserialize', priority: 'low', name: 'trace' },
  )
}

/** Cuts all answers but files, which are passed on as they are read: the client reads lists and errors into memory. */
function cutAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const result = await next(given)
        const { response } = result
        const body = memberOf(response, 'body')
        const status = memberOf(response, 'statusCode')
        const isFile = commandName === 'GetObjectCommand' && Number(status) < 300
        if (isObject(response) && body instanceof Readable && !isFile) {
          const cut = Readable.toWeb(body).pipeThrough<Uint8Array>(cutAfter(MAX_ANSWER_BYTES))
          Object.assign(response, { body: Readable.fromWeb(cut) })
        }
        return result
      },
    { step: 'deserialize', priority: 'low', name: 'cut' },
  )
}

/** Files of one bucket. A file is uploaded from the disk it was received on, with a known length, so nothing is buffered. */
export function openS3({ endpoint, region, bucket, prefix, path_style, credentials }: Bucket, idle_ms: number = IDLE_MS): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: path_style,
    logger: SILENT,
    // the SDK has no default timeouts
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idle_ms },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // checksums that many compatible services do not support
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  addTraceHeader(client, bucket)
  cutAnswers(client)
  const place = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  return {
    async keep(name, received) {
      const body = createReadStream(received.path)
      try {
        await client.send(new PutObjectCommand({ ...place(name), Body: body, ContentLength: received.size })).catch(refuseFull)
      } finally {
        body.destroy()
      }
      await received.discard()
    },
    async read(name, range) {
      const part = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }
      const found = await client.send(new GetObjectCommand({ ...place(name), ...part })).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new FileMissing(name) : error
      })
      if (!(found.Body instanceof Readable)) throw new Error('The file came without its bytes')
      return found.Body
    },
    async size(name) {
      const found = await client.send(new HeadObjectCommand(place(name))).catch((error: unknown) => {
        if (!(error instanceof NotFound || error instanceof NoSuchKey)) throw error
      })
      return found === undefined ? null : (found.ContentLength ?? 0)
    },
    list: (account_id) => objectsBelow(client, bucket, prefix, account_id),
    listAccounts: () => accountsBelow(client, bucket, prefix),
    async remove(name) {
      await client.send(new DeleteObjectCommand(place(name)))
    },
    close: async () => client.destroy(),
  }
}
