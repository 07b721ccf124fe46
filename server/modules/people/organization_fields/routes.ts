// ORGANIZATION FIELDS: the custom fields an instance defines for organizations. The implementation is shared: custom_fields/.
// Not here: the values of one organization (organizations/).
import { profileFieldEndpoints, profileOptionEndpoints } from '#modules/custom_data/custom_fields/profile_endpoints.ts'
import { ORGANIZATION_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'

/** @source docs/reference/people.md §7 */
export const organizationFieldRoutes = [...profileFieldEndpoints(ORGANIZATION_HOLDER), ...profileOptionEndpoints(ORGANIZATION_HOLDER)]
