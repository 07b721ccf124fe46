/**
 * The text of bytes that a client has sent: UTF-8, or what the content type declares. Bytes that are no text in it are refused, never
 * replaced. @source RFC 8259 §8.1; https://encoding.spec.whatwg.org/
 */
import { parse } from 'node:querystring'
import { BadRequest } from '#core/errors.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i
const utf8 = new TextDecoder('utf-8', { fatal: true })
const ESCAPED = /(?:%[\da-f]{2})+/gi
/** One of them is no ASCII character. */
const BEYOND_ASCII = /%[89a-f]/i

const badText = (what: string) => new BadRequest('BadRequest', what)

/** The decoder for a content type. @throws BadRequest for a charset that nobody knows */
function decoderFor(contentType: string | undefined): TextDecoder {
  const charset = CHARSET.exec(contentType ?? '')?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw badText(`The charset ${charset.slice(0, 40)} is not known: send UTF-8`)
  }
}

/** The text of a body, without a byte order mark. @throws BadRequest for bytes that are no text in the declared charset */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): string {
  const decoder = decoderFor(contentType)
  // "utf-16" leaves the order of bytes to their mark
  const isBigEndian = decoder.encoding === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
  return decodeText(bytes, isBigEndian ? new TextDecoder('utf-16be', { fatal: true }) : decoder)
}

function decodeText(bytes: Uint8Array, decoder: TextDecoder): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badText(
      decoder === utf8 ? 'The text is not valid UTF-8: declare its charset or send UTF-8' : `The text is not valid ${decoder.encoding}`,
    )
  }
}

/** The members of a form; its escaped bytes are of the charset of the form. @throws BadRequest for bytes that are no text in it */
export function formMembers(text: string, contentType: string | undefined): Record<string, unknown> {
  const decoder = decoderFor(contentType)
  // before parsing: the parser replaces what it cannot decode
  const readable = text.replace(ESCAPED, (escaped) =>
    BEYOND_ASCII.test(escaped) ? encodeURIComponent(decodeText(bytesOf(escaped), decoder)) : escaped,
  )
  return parse(readable)
}

/** @throws BadRequest when an address has escaped bytes that are no UTF-8 */
export function requireReadable(url: string): void {
  for (const [escaped] of url.matchAll(ESCAPED)) if (BEYOND_ASCII.test(escaped)) decodeText(bytesOf(escaped), utf8)
}

const bytesOf = (escaped: string) => Buffer.from(escaped.replaceAll('%', ''), 'hex')
