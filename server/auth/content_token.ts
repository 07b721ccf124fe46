/** The unguessable part of a file's URL: it names the attachment and authenticates itself. */
import { base62Bytes } from '#lib/base62.ts'
import { hashSecret, sameHash } from '#core/secrets.ts'

/** 192 bits, as secrets have. */
const PROOF_BYTES = 24
const PROOF_LENGTH = base62Bytes(new Uint8Array(PROOF_BYTES)).length

/** The prefix differs from that of every secret, so that no proof equals the hash of one. */
const proofOf = (pepper: Buffer, accountId: number, id: string) =>
  base62Bytes(hashSecret(pepper, `content of attachment ${accountId}/${id}`).subarray(0, PROOF_BYTES))

/** The token of an attachment: deterministic, and stored nowhere. */
export function contentToken(pepper: Buffer, accountId: number, attachmentId: number): string {
  const id = attachmentId.toString(36)
  return proofOf(pepper, accountId, id) + id
}

/** The id of the attachment a token names; undefined for anything that is not a token of this account. */
export function readContentToken(pepper: Buffer, accountId: number, token: string): number | undefined {
  const given = token.slice(0, PROOF_LENGTH)
  const id = token.slice(PROOF_LENGTH)
  const expected = proofOf(pepper, accountId, id)
  return sameHash(Buffer.from(given), Buffer.from(expected)) ? Number.parseInt(id, 36) : undefined
}
