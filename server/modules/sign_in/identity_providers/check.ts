import type { Details } from '#core/errors.ts'

/** A provider as it would be saved. */
export interface DraftProvider {
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly allowed_domains: readonly string[]
  readonly link_by_verified_email: boolean
  readonly active: boolean
}

/** Further data that the check needs. */
export interface ProviderCheckContext {
  readonly name_taken: boolean
  /** The new secret; undefined keeps the existing one. */
  readonly client_secret: string | null | undefined
  /** The current issuer; undefined for a new provider. */
  readonly issuer_before: string | undefined
  /** True if the operator allows http for this issuer. */
  readonly may_be_plain: (url: URL) => boolean
}

const MAX_NAME_LENGTH = 100
const MAX_TEXT_LENGTH = 2000
const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** True for a valid issuer URL: without query and fragment, https unless the operator allows http. @source OpenID Connect Discovery §2 */
function isIssuer(text: string, mayBePlain: (url: URL) => boolean): boolean {
  const url = text.length <= MAX_TEXT_LENGTH ? URL.parse(text) : null
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url))
}

/** What is wrong with a provider as it would be saved. */
export function checkProvider(draft: DraftProvider, known: ProviderCheckContext): Details {
  const { client_secret } = known
  const checks: readonly [member: string, fine: boolean, what: string][] = [
    ['name', draft.name !== '' && draft.name.length <= MAX_NAME_LENGTH, `Name: must have 1 to ${MAX_NAME_LENGTH} characters`],
    ['name', !known.name_taken, 'Name: has already been taken'],
    ['issuer', isIssuer(draft.issuer, known.may_be_plain), 'Issuer: must be an https:// address without a query'],
    [
      'issuer',
      known.issuer_before === undefined || known.issuer_before === draft.issuer,
      'Issuer: cannot be changed, since people are linked to it; add another provider',
    ],
    ['client_id', draft.client_id !== '' && draft.client_id.length <= MAX_TEXT_LENGTH, 'Client: cannot be blank'],
    ['client_secret', client_secret === undefined || isSecret(client_secret), 'Client secret: cannot be blank'],
    [
      'allowed_domains',
      draft.allowed_domains.every((domain) => DOMAIN.test(domain)),
      'Allowed domains: must be domains such as example.com',
    ],
    [
      'allowed_domains',
      !draft.link_by_verified_email || draft.allowed_domains.length > 0,
      'Allowed domains: at least one is required to link by verified e-mail address',
    ],
  ]
  const details: Details = {}
  for (const [member, fine, description] of checks)
    if (!fine) details[member] = [{ description, error: description.endsWith('taken') ? 'DuplicateValue' : 'InvalidValue' }]
  return details
}

function isSecret(text: string | null): boolean {
  return text !== null && text !== '' && text.length <= MAX_TEXT_LENGTH
}
