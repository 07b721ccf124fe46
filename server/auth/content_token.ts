/** The part of a file's address that nobody can guess: it names the attachment, and proves that we have written it. */
import { base62Bytes } from '../lib/base62.ts'
import { hashSecret, sameHash } from './secrets.ts'

/** 192 bits, as secrets have. */
const PROOF_BYTES = 24
const PROOF_LENGTH = base62Bytes(new Uint8Array(PROOF_BYTES)).length

/** What no secret of ours begins with stands before it, so that no proof is the hash of one. */
const proofOf = (pepper: Buffer, accountId: number, id: string) =>
  base62Bytes(hashSecret(pepper, `content of attachment ${accountId}/${id}`).subarray(0, PROOF_BYTES))

/** The token of an attachment, the same each time: nothing of it is stored. */
export function contentToken(pepper: Buffer, accountId: number, attachmentId: number): string {
  const id = attachmentId.toString(36)
  return proofOf(pepper, accountId, id) + id
}

/** The attachment a token names; undefined for everything that is no token of this account's. */
export function readContentToken(pepper: Buffer, accountId: number, token: string): number | undefined {
  const [given, id] = [token.slice(0, PROOF_LENGTH), token.slice(PROOF_LENGTH)]
  const expected = proofOf(pepper, accountId, id)
  return sameHash(Buffer.from(given), Buffer.from(expected)) ? Number.parseInt(id, 36) : undefined
}
