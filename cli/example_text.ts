/** Makes a recorded exchange fit for the documentation: no secrets, no address of a test server, lists and texts cut short. */
import { isObject } from '#lib/json.ts'
import type { Exchange } from '#test/recording.ts'

/** The host in the examples. */
const EXAMPLE_HOST = 'acme.example.com'

/** The part of an exchange that is kept. */
export interface Recorded {
  readonly path: string
  readonly sent?: unknown
  readonly sent_type?: string
  readonly status: number
  readonly answered?: unknown
  readonly answered_type?: string
  readonly is_file?: true
}

const MAX_CHARACTERS = 240
const MAX_RECORDS = 1
const MAX_VALUES = 3
/** Members that hold a secret, or from which one can be derived. */
const SECRET = /(?:^|_)(?:password|token|secret|code_verifier|recovery_codes?|authenticity_token)$|^(?:otpauth_url|uri|link|csrf)$/
/** The prefixes of our own secrets. */
const OWN_SECRET = /\b(dh[a-z]_)[\w-]{6,}/g

/** Reduces an exchange to the part that is kept. */
export function reduceExchange(exchange: Exchange): Recorded {
  const clean = cleaner(exchange.base_url)
  const sent = parseSent(exchange.sent)
  const isFile = typeof sent === 'string'
  const type = (given: string | undefined) => given?.split(';', 1)[0]
  const sent_type = type(exchange.sent_type)
  const answered_type = type(exchange.answered_type)
  return {
    path: clean
      .text(exchange.path)
      .replace(/\.json(?=\?|$)/, '')
      .replace(/([?&](?:token|code|state|access_token)=)[^&]+/g, '$1…'),
    ...(sent === undefined
      ? {}
      : { sent: isFile && sent_type !== 'application/json' ? clean.text(sent).slice(0, MAX_CHARACTERS) : clean.value(sent, '') }),
    ...(sent_type === undefined || sent_type === 'application/json' ? {} : { sent_type }),
    status: exchange.status,
    ...(exchange.answered === undefined ? {} : { answered: clean.value(exchange.answered, '') }),
    ...(answered_type === undefined || answered_type === 'application/json' ? {} : { answered_type }),
    ...(isFile ? { is_file: true as const } : {}),
  }
}

function parseSent(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  try {
    return JSON.parse(sent)
  } catch {
    // not JSON: a form or a file, kept as text
    return sent
  }
}

function cleaner(base_url: string) {
  const { port } = new URL(base_url)
  const address = new RegExp(`http://([\\w.-]+):${port}`, 'g')
  const host = new RegExp(`\\b[\\w.-]+:${port}\\b`, 'g')
  const text = (given: string) =>
    given
      .replace(
        address,
        (_all, name: string) => `https://${/^[\d.]+$/.test(name) ? EXAMPLE_HOST : name.replace(/\.localhost$/, '.example.com')}`,
      )
      .replace(host, EXAMPLE_HOST)
      .replace(/\/attachments\/token\/[^/?"]+/g, '/attachments/token/…')
      .replace(OWN_SECRET, '$1…')
      .replaceAll('127.0.0.1', '203.0.113.7')
  const maskSecret = (given: string) => `${/^dh[a-z]_/.exec(given)?.[0] ?? ''}…`
  const value = (given: unknown, name: string): unknown => {
    if (typeof given === 'string') {
      if (SECRET.test(name)) return given === '' ? given : maskSecret(given)
      const clean = text(given)
      return clean.length > MAX_CHARACTERS ? `${clean.slice(0, MAX_CHARACTERS)}…` : clean
    }
    if (Array.isArray(given)) {
      const few = given.slice(0, given.some((item) => isObject(item)) ? MAX_RECORDS : MAX_VALUES)
      return few.map((item) => value(item, name))
    }
    return isObject(given) ? Object.fromEntries(Object.entries(given).map(([key, item]) => [key, value(item, key)])) : given
  }
  return { text, value }
}
