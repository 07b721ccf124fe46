/** The form of signing secrets of webhooks. Pure but for chance. */
import { isWellFormedSecret, makeSecret } from '#core/secrets.ts'

/** A new signing secret. @source docs/reference/access_governance.md §6.1 */
export function makeSigningSecret(): string {
  return makeSecret('dhw')
}

/** True for a text that has the form of a signing secret, which says nothing about whose it is. */
export function isSigningSecret(text: string): boolean {
  return text.startsWith('dhw_') && isWellFormedSecret(text)
}
