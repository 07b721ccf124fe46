// WHO IS CALLING: passwords, API tokens, OAuth tokens, sessions; how secrets are made, hashed and compared.
// Not here: what a caller may do (access/).
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, base62Bytes } from '../lib/base62.ts'

/** What a secret is for, written in its first letters so that scanners find leaked ones. @source docs/reference/access_governance.md §6.1 */
export type SecretKind = 'dhp' | 'dho' | 'dhr' | 'dhx' | 'dhw' | 'dhs' | 'dhc' | 'dha' | 'dhu' | 'dhd'

const checksum = (text: string) => base62(BigInt(crc32(text)), 6)

/** A new secret: `dhp_`, 192 random bits in base 62, and a checksum of six characters. */
export function makeSecret(kind: SecretKind): string {
  const body = `${kind}_${base62Bytes(randomBytes(24))}`
  return body + checksum(body)
}

/** True when `text` has our form and its checksum is right; false says nothing about secrets brought from elsewhere. */
export function isWellFormedSecret(text: string): boolean {
  return /^dh[a-z]_[0-9A-Za-z]{39}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** True when a text holds a value of ours that opens something, as texts that are kept and sent around must not. */
export function holdsSecret(text: string): boolean {
  return secretsIn(text).length > 0
}

/** The values of ours that a text holds, each once. */
export function secretsIn(text: string): string[] {
  // looked for at every place: what only begins like a value would hide one that begins within it
  const found = Array.from(text.matchAll(/(?=(dh[a-z]_[0-9A-Za-z]{39}))/g), (match) => match[1] as string)
  return [...new Set(found)].filter(isWellFormedSecret)
}

/** How a secret is kept: HMAC-SHA-256 under the server's pepper. Fast on purpose: secrets have more than 160 random bits. @source docs/reference/access_governance.md §6.2 */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest()
}

/** Hashes of what was presented lately, by the SHA-256 of it: a client sends the same credential with every call. */
const presented = new WeakMap<Buffer, Map<string, Buffer>>()
const MOST_PRESENTED = 2000

/** As {@link hashSecret}, for a credential that comes with every call: the digest of the one that came before is found again. */
export function hashPresented(pepper: Buffer, secret: string): Buffer {
  let known = presented.get(pepper)
  if (known === undefined || known.size >= MOST_PRESENTED) presented.set(pepper, (known = new Map()))
  const key = hash('sha256', secret, 'base64')
  let digest = known.get(key)
  if (digest === undefined) known.set(key, (digest = hashSecret(pepper, secret)))
  return digest
}

/** Compares two hashes in constant time. */
export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What may be shown of a secret after its first showing: prefix and last four. A foreign secret shows only its last four. */
export function visiblePart(secret: string): string {
  return `${isWellFormedSecret(secret) ? secret.slice(0, 8) : ''}…${secret.slice(-4)}`
}

/** The first ten characters, as the public service shows OAuth secrets and tokens afterwards. @source docs/reference/authentication.md §3, §4 */
export function firstTen(secret: string): string {
  return secret.slice(0, 10)
}
