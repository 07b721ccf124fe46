// WHAT ELSE IS KNOWN OF ORGANIZATIONS: the fields an instance has for them. All of it is shared with other holders: custom_fields/.
// Not here: the values of one organization (organizations/).
import { profileFieldEndpoints, profileOptionEndpoints } from '../../custom_data/custom_fields/profile_endpoints.ts'
import { ORGANIZATION_HOLDER } from '../../custom_data/custom_fields/holders.ts'

/** @source docs/reference/people.md §7 */
export const organizationFieldRoutes = [...profileFieldEndpoints(ORGANIZATION_HOLDER), ...profileOptionEndpoints(ORGANIZATION_HOLDER)]
