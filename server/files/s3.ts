/** Files in an S3-compatible service. Read only by processes that use one: its client is large. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from './address.ts'
import { FileMissing } from './errors.ts'
import type { FileStore } from './files.ts'

/** What fails is thrown, and said by whoever asked; the client need not write to the console, too. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

const CONNECT_MS = 5_000
/** A service that says nothing for so long has gone. */
const IDLE_MS = 60_000

/** Files of one bucket. A file goes out from the disk it was received on with its length known, so no part of it is buffered. */
export function openS3({ endpoint, region, bucket, prefix, path_style, credentials }: Bucket, idle_ms: number = IDLE_MS): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: path_style,
    logger: SILENT,
    // without these nobody is waited for less than forever
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idle_ms },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // what Amazon adds of its own accord, many compatible services do not understand
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  return {
    async keep(name, received) {
      const body = createReadStream(received.path)
      try {
        await client.send(new PutObjectCommand({ ...place(name), Body: body, ContentLength: received.size }))
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
      return found.Body as Readable
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(place(name)))
    },
    close: async () => client.destroy(),
  }
}
