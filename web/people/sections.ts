// The places every signed-in person has, in the order of the bar at the top.
// Does not belong here: the menu of the administrators (admin/menu.ts).

import { paths } from '../paths.ts'

/** Places by their title. A place is current on every page below its address. */
export const sections = [
  { title: 'Access requests', path: paths.access_requests },
  { title: 'One-time secrets', path: paths.secrets },
  { title: 'My account', path: paths.account },
] as const
