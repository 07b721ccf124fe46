/** Time-based one-time passwords: six digits, a new one every 30 seconds. @source RFC 6238 */
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** A phone's clock may be one step behind or ahead. @source RFC 6238 §5.2 */
const STEPS_ASIDE = 1

/** A new secret, in base 32 as authenticator apps expect it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

function totp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}

/** The URL in the QR code: the secret with issuer and label. @source https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUrl(secret: string, issuer: string, label: string): string {
  return totp(secret, issuer, label).toString()
}

/** The time step of a code; undefined when it matches none near `now`. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  // the library compares bytes, and throws for other characters of the same length
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: STEPS_ASIDE })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
