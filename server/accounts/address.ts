/** The base address of an instance, for text written outside a request: above all mails. */
import type { Config } from '#config/config.ts'
import type { Account } from './account.ts'

/** The base address of an instance, without a slash at the end; the operator's DESKHAND_PUBLIC_URL takes precedence. */
export function baseUrlOf(account: Account, config: Config): string {
  if (config.public_url !== null) return config.public_url
  if (account.host !== null) return `https://${account.host}`
  const name = account.is_default ? '127.0.0.1' : `${account.subdomain}.${config.domain}`
  return `http://${name}:${config.port}`
}
