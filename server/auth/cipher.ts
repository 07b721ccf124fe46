/**
 * Encrypts values that must be readable again: one-time secrets, seeds of second factors, secrets of identity providers. AES-256-GCM under
 * a key of its own for each value, derived from the server's pepper by HKDF. Not here: what is only compared; that is hashed (core/secrets.ts,
 * passwords.ts).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Format 1: the format's number, salt, nonce, tag, then the ciphertext. */
const FORM = 1
const SALT_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const HEAD_BYTES = 1 + SALT_BYTES + NONCE_BYTES + TAG_BYTES
const NOTHING = Buffer.alloc(0)

/** A sealed value cannot be opened: the pepper, the context or the passphrase differs, or the value was changed. */
export class CannotOpen extends Error {}

function keyOf(pepper: Buffer, salt: Buffer, context: string, more: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.concat([pepper, more]), salt, `deskhand sealed ${context}`, KEY_BYTES))
}

/**
 * Seals a text. `context` names its purpose and location, such as `second_factor:1:42` (purpose, account, row): it opens with no other.
 * `more` is added to the key material beside the pepper: a key derived from a passphrase, of constant length.
 * @source docs/reference/access_governance.md §6.2; RFC 5869; NIST SP 800-38D
 */
export function seal(pepper: Buffer, text: string, context: string, more: Buffer = NOTHING): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(pepper, salt, context, more), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORM), salt, nonce, cipher.getAuthTag(), sealed])
}

/** Opens a value sealed by {@link seal}. @throws CannotOpen */
export function open(pepper: Buffer, sealed: Buffer, context: string, more: Buffer = NOTHING): string {
  if (sealed.length < HEAD_BYTES || sealed[0] !== FORM) throw new CannotOpen('The stored value has an unknown format')
  const part = (from: number, length: number) => sealed.subarray(from, from + length)
  const salt = part(1, SALT_BYTES)
  const nonce = part(1 + SALT_BYTES, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(pepper, salt, context, more), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(part(1 + SALT_BYTES + NONCE_BYTES, TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    // OpenSSL reports only that the tag does not match
    throw new CannotOpen('The stored value cannot be opened with this secret')
  }
}
