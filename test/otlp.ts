/** A collector of OpenTelemetry traces: receives what the exporter sends over HTTP and parses its protobuf. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'

/** One received span. */
export interface ReceivedSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string
  readonly name: string
  /** 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** The attributes of the resource that sent it. */
  readonly resource: Readonly<Record<string, unknown>>
  readonly is_failed: boolean
}

/** A running receiver. */
export interface Receiver {
  readonly endpoint: string
  readonly spans: readonly ReceivedSpan[]
  readonly paths: readonly string[]
}

type Field = { readonly number: number; readonly bytes: Buffer; readonly value: bigint }

/** Fields of one message, in order. @source https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const readVarint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = Number(readVarint())
    const number = key >> 3
    const type = key & 7
    const value = type === 0 ? readVarint() : 0n
    const length = type === 2 ? Number(readVarint()) : type === 1 ? 8 : type === 5 ? 4 : 0
    fields.push({ number, value, bytes: bytes.subarray(at, at + length) })
    at += length
  }
  return fields
}

const findFields = (bytes: Buffer, number: number) => fieldsOf(bytes).filter((field) => field.number === number)
const findBytes = (bytes: Buffer, number: number) => findFields(bytes, number)[0]?.bytes ?? Buffer.alloc(0)

function attributesOf(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ bytes }) => {
      const [value] = fieldsOf(findBytes(bytes, 2))
      const read = value?.number === 1 ? value.bytes.toString() : value?.number === 4 ? value.bytes.readDoubleLE() : Number(value?.value)
      return [findBytes(bytes, 1).toString(), value?.number === 2 ? value.value === 1n : read]
    }),
  )
}

/** @source https://github.com/open-telemetry/opentelemetry-proto/blob/v1.9.0/opentelemetry/proto/trace/v1/trace.proto */
function spansOf(request: Buffer): ReceivedSpan[] {
  return findFields(request, 1).flatMap(({ bytes: resourceSpans }) => {
    const resource = attributesOf(findFields(findBytes(resourceSpans, 1), 1))
    return findFields(resourceSpans, 2)
      .flatMap(({ bytes: ofScope }) => findFields(ofScope, 2))
      .map(({ bytes: span }) => ({
        trace_id: findBytes(span, 1).toString('hex'),
        span_id: findBytes(span, 2).toString('hex'),
        parent_id: findBytes(span, 4).toString('hex'),
        name: findBytes(span, 5).toString(),
        kind: Number(findFields(span, 6)[0]?.value ?? 0n),
        attributes: attributesOf(findFields(span, 9)),
        resource,
        is_failed: findFields(findBytes(span, 15), 3)[0]?.value === 2n,
      }))
  })
}

/** Starts a receiver; closed after the file's tests. */
export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks)
      paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
      spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  after(() => server.close().closeAllConnections())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, paths }
}
