/** Parses the bodies of requests by their content types: JSON, forms, and files, which are left to received.ts as streams. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnparsableJson, UnsupportedMediaType } from '#core/errors.ts'
import { bodyText, formMembers } from './body_text.ts'
import { parseExactly } from './exact_json.ts'
import { markInProgress } from './connections.ts'

/**
 * Parses bodies as JSON, also without a content type. An empty text is no body: clients send `Content-Type: application/json` with DELETEs.
 * @source docs/reference/clients.md §2; docs/reference/specification.md §4
 */
export function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json/i, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    parseJson(bodyText(bytes, request.headers['content-type'])),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (request.headers['content-type'] !== undefined) throw new UnsupportedMediaType()
    return parseJson(bodyText(bytes, undefined))
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    readForm(bytes, request.headers['content-type']),
  )
}

/** curl sends a body as a form if no type is given: JSON in it would be a form of unknown members, and would have no effect. */
function readForm(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  const text = bodyText(bytes, contentType)
  if (/^\s*[[{]/.test(text))
    throw new UnsupportedMediaType('The body is JSON, but it was sent as a form. Add the header Content-Type: application/json')
  return formMembers(text, contentType)
}

/** Passes bodies that may be files as streams: `body` for every content type; `form` for multipart forms only. */
export function streamFiles(app: FastifyInstance, takes: 'body' | 'form'): void {
  if (takes === 'body') app.removeAllContentTypeParsers()
  app.addContentTypeParser(takes === 'body' ? '*' : /^multipart\/form-data\b/i, async (request: FastifyRequest, body: Readable) => {
    markInProgress(request.raw)
    return body
  })
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseExactly(text)
  } catch {
    throw new UnparsableJson()
  }
}
