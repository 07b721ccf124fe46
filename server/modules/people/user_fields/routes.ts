// USER FIELDS: the custom fields an instance defines for users. The implementation is shared: custom_fields/.
// Not here: the values of one user (users/).
import { profileFieldEndpoints, profileOptionEndpoints } from '#modules/custom_data/custom_fields/profile_endpoints.ts'
import { USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'

/** @source docs/reference/people.md §7 */
export const userFieldRoutes = [...profileFieldEndpoints(USER_HOLDER), ...profileOptionEndpoints(USER_HOLDER)]
