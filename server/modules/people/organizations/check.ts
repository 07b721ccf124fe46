import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'

/** Facts about other records that the check of an organization needs. */
export interface OrganizationClashes {
  readonly same_name: boolean
  readonly same_external_id: boolean
  /** True when the group of the organization exists. */
  readonly hasGroup: boolean
}

/** Names, external ids and domains are indexed, and index entries are limited in size. */
const LONGEST = 255
const MAX_DOMAINS = 1000

const tooLong = (what: string): Problem => ({ description: `${what}: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' })

/**
 * What is wrong with an organization as it would be saved. A taken external id is reported under its own name, and under `name` as the
 * public service does.
 * @source docs/reference/people.md §4; docs/reference/conventions.md §2
 */
export function checkOrganization(
  organization: { name: string; external_id: string | null; domain_names: readonly string[] },
  at: OrganizationClashes,
): Details {
  const name: Problem[] = []
  const external: Problem[] = (organization.external_id?.length ?? 0) > LONGEST ? [tooLong('External')] : []
  if (organization.name === '') name.push(makeBlankProblem('Name'))
  if (organization.name.length > LONGEST) name.push(tooLong('Name'))
  if (at.same_name) name.push({ description: 'Name: has already been taken', error: 'DuplicateValue' })
  if (at.same_external_id) {
    name.push({ description: 'External has already been taken' })
    external.push({ description: 'External has already been taken', error: 'DuplicateValue' })
  }
  return {
    ...(name.length > 0 ? { name } : {}),
    ...(external.length > 0 ? { external_id: external } : {}),
    ...checkDomains(organization.domain_names),
    ...(at.hasGroup ? {} : { group_id: [makeInvalidProblem('Group')] }),
  }
}

function checkDomains(domains: readonly string[]): Details {
  if (domains.length > MAX_DOMAINS)
    return { domain_names: [{ description: `Domain names: cannot be more than ${MAX_DOMAINS}`, error: 'TooLong' }] }
  return domains.some((domain) => domain.length > LONGEST) ? { domain_names: [tooLong('Domain names')] } : {}
}
