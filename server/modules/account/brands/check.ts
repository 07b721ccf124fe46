import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import type { BrandDraft } from './store.ts'

const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** True for a host name that could be mapped to a brand: `support.example.com`. */
export function isHostName(host: string): boolean {
  return HOST.test(host)
}

function checkSubdomain(subdomain: string, taken: boolean): Problem[] {
  if (subdomain === '') return [makeBlankProblem('Subdomain')]
  if (!SUBDOMAIN.test(subdomain)) return [{ description: 'Subdomain: is invalid', error: 'InvalidFormat' }]
  return taken ? [{ description: 'Subdomain: has already been taken', error: 'DuplicateValue' }] : []
}

/** Validation errors of a brand as it would be saved. `wasDefault`: it is the default now. @source docs/reference/account.md §1 */
export function checkBrand(brand: BrandDraft, subdomainTaken: boolean, wasDefault: boolean): Details {
  const { name, subdomain, host_mapping, active } = brand
  const found: Details = {
    name: name === '' ? [makeBlankProblem('Name')] : [],
    subdomain: checkSubdomain(subdomain, subdomainTaken),
    host_mapping:
      host_mapping === null || isHostName(host_mapping) ? [] : [{ description: 'Host mapping: is invalid', error: 'InvalidFormat' }],
    active: brand.default && !active ? [{ description: 'Active: the default brand cannot be deactivated', error: 'InvalidValue' }] : [],
    default:
      wasDefault && !brand.default ? [{ description: 'Default: make another brand the default instead', error: 'InvalidValue' }] : [],
  }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}
