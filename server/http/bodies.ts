/** Parses the bodies of requests by their content types: JSON, forms, and files, which are left to received.ts as streams. */
import { parse } from 'node:querystring'
import type { Readable } from 'node:stream'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnparsableJson, UnsupportedMediaType } from '../errors.ts'
import { parseExactly } from './exact_json.ts'
import { markInProgress } from './connections.ts'

/**
 * Parses bodies as JSON, also without a content type. An empty text is no body: clients send `Content-Type: application/json` with DELETEs.
 * @source docs/reference/clients.md §2; docs/reference/specification.md §4
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json/i, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJson(text),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (request.headers['content-type'] !== undefined) throw new UnsupportedMediaType()
    return parseJson(text)
  })
  await app.register(formbody, { parser: readForm })
}

/** curl sends a body as a form if no type is given: JSON in it would be a form of unknown members, and would have no effect. */
function readForm(text: string): Record<string, unknown> {
  if (/^\s*[[{]/.test(text))
    throw new UnsupportedMediaType('The body is JSON, but it was sent as a form. Add the header Content-Type: application/json')
  return parse(text)
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
