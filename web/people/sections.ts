// The sections every signed-in user can open, in the order of the top bar.
// Does not belong here: the menu of administrators (admin/menu.ts).

import { paths } from '../paths.ts'

/** Sections with their titles. A section is current on every page below its path. */
export const sections = [
  { title: 'Access requests', path: paths.access_requests },
  { title: 'One-time secrets', path: paths.secrets },
  { title: 'My account', path: paths.account },
] as const
