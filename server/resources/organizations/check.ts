import type { Details, Problem } from '../../errors.ts'

/** What is known beside the organization itself. */
export interface OrganizationClashes {
  readonly same_name: boolean
  readonly same_external_id: boolean
  /** Its group exists. */
  readonly hasGroup: boolean
}

const LONGEST_EXTERNAL_ID = 255

/** What is wrong with an organization as it would be saved. A taken external id stands under `name`, too. @source users_orgs.md §4, conventions.md §2 */
export function checkOrganization(organization: { name: string; external_id: string | null }, at: OrganizationClashes): Details {
  const name: Problem[] = []
  if (organization.name === '') name.push({ description: 'Name: cannot be blank', error: 'BlankValue' })
  if (at.same_name) name.push({ description: 'Name: has already been taken', error: 'DuplicateValue' })
  if (at.same_external_id) name.push({ description: 'External has already been taken' })
  const tooLong = (organization.external_id?.length ?? 0) > LONGEST_EXTERNAL_ID
  return {
    ...(name.length > 0 ? { name } : {}),
    ...(tooLong
      ? { external_id: [{ description: `External: is too long (maximum is ${LONGEST_EXTERNAL_ID} characters)`, error: 'TooLong' }] }
      : {}),
    ...(at.hasGroup ? {} : { group_id: [{ description: 'Group: is invalid', error: 'InvalidValue' }] }),
  }
}
