// The sections of users without a menu at the side, in the order of the top bar; each is shown to those who may open it.
// Does not belong here: the menu of administrators (admin/menu.ts).

import { paths } from '../paths.ts'

/** Sections with their titles. A section is current on every page below its path. */
export const sections = [
  { title: 'Home', path: paths.home },
  { title: 'Access requests', path: paths.access_requests },
  { title: 'One-time secrets', path: paths.secrets },
  { title: 'My account', path: paths.account },
] as const
