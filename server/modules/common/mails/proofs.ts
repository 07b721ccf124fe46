/** Hides the parts of a mail that only its addressee may have because they are proofs: links with a token, and credentials. Pure. */

/**
 * The token of a link is in its fragment, which browsers do not send to servers. Credentials have a prefix of their own.
 * @source docs/api/differences.md
 */
const PROOFS = /(https?:\/\/[^\s#]+#)[\w.~%-]+|dh[a-z]_\w{16,}/g

/** True when a text contains such a link or credential. */
export function hasProof(text: string): boolean {
  return withoutProofs(text) !== text
}

/** The text with its proofs replaced by an ellipsis: links end after their `#`. */
export function withoutProofs(text: string): string {
  return text.replaceAll(PROOFS, (_whole, link: string | undefined) => `${link ?? ''}…`)
}
