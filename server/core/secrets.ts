/** How the secrets of tokens, sessions and links are made, hashed and compared. Not here: passwords (auth/passwords.ts). */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { toBase62, base62Bytes } from '#lib/base62.ts'
import { ensureDefined } from '#lib/defined.ts'

/** The purpose of a secret, as its prefix, so that scanners recognise leaked ones. @source docs/reference/access_governance.md §6.1 */
export type SecretKind = 'dhp' | 'dho' | 'dhr' | 'dhx' | 'dhw' | 'dhs' | 'dhc' | 'dha' | 'dhu' | 'dhd'

const checksum = (text: string) => toBase62(BigInt(crc32(text)), 6)

/** A new secret: `dhp_`, 192 random bits in base 62, and a checksum of six characters. */
export function makeSecret(kind: SecretKind): string {
  const body = `${kind}_${base62Bytes(randomBytes(24))}`
  return body + checksum(body)
}

/** True when `text` has our form and a correct checksum; says nothing about secrets issued elsewhere. */
export function isWellFormedSecret(text: string): boolean {
  return /^dh[a-z]_[0-9A-Za-z]{39}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** True when a text contains a secret of ours, which stored and transmitted texts must not. */
export function holdsSecret(text: string): boolean {
  return secretsIn(text).length > 0
}

/** The secrets of ours in a text, each once. */
export function secretsIn(text: string): string[] {
  // a lookahead matches at every position: a match that only looks like a secret must not hide one that begins inside it
  const found = Array.from(text.matchAll(/(?=(dh[a-z]_[0-9A-Za-z]{39}))/g), (match) => ensureDefined(match[1]))
  return [...new Set(found)].filter(isWellFormedSecret)
}

/**
 * The stored form of a secret: HMAC-SHA-256 under the server's pepper. Fast on purpose: secrets have more than 160 random bits.
 * @source docs/reference/access_governance.md §6.2
 */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest()
}

/** Caches the HMACs of recently presented credentials by their SHA-256: a client sends the same credential with every call. */
const presented = new WeakMap<Buffer, Map<string, Buffer>>()
const MAX_PRESENTED = 2000

/** As {@link hashSecret}, with a cache: for credentials that come with every call. */
export function hashPresented(pepper: Buffer, secret: string): Buffer {
  let known = presented.get(pepper)
  if (known === undefined || known.size >= MAX_PRESENTED) presented.set(pepper, (known = new Map()))
  const key = hash('sha256', secret, 'base64')
  let digest = known.get(key)
  if (digest === undefined) known.set(key, (digest = hashSecret(pepper, secret)))
  return digest
}

/** Compares two hashes in constant time. */
export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The part of a secret that may be shown later: prefix and last four characters; of a secret issued elsewhere only the last four. */
export function visiblePart(secret: string): string {
  return `${isWellFormedSecret(secret) ? secret.slice(0, 8) : ''}…${secret.slice(-4)}`
}

/**
 * The first ten characters, which the public service shows of OAuth secrets and tokens later.
 * @source docs/reference/authentication.md §3, §4
 */
export function firstTen(secret: string): string {
  return secret.slice(0, 10)
}
