/** What of a mail proves something by itself, and is nobody's but the addressee's: links with a proof, and credentials. Pure. */

/** A proof in a link stands behind the #, where no server is told of it. Credentials have a prefix of their own. @source docs/api/differences.md */
const PROOFS = /(https?:\/\/[^\s#]+#)[\w.~%-]+|dh[a-z]_\w{16,}/g

/** True when a text holds something of that kind. */
export function hasProof(text: string): boolean {
  return withoutProofs(text) !== text
}

/** The text, with what proves something left out: links end behind their #. */
export function withoutProofs(text: string): string {
  return text.replaceAll(PROOFS, (_whole, link: string | undefined) => `${link ?? ''}…`)
}
