// The frame around every page of a signed-in user.
// Does not belong here: the content of the pages; which pages a user may open (rights.ts); the pages of administration (admin/menu.ts).

import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { meQuery, isStaff, mayOpen, useStanding } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { DisplayOffer } from './DisplayOffer.tsx'
import { NoAccess } from './NoAccess.tsx'
import { PeopleFrame } from './PeopleFrame.tsx'

/** The frame with the page of the address; visitors are redirected to the sign-in page, and a page that the user may not open says so. */
export function PeopleShell() {
  const { data: me } = useQuery(meQuery)
  const { href, pathname } = useLocation()
  const standing = useStanding(me)
  // the address is the pending one: while the sign-in page is on its way, nothing else is asked for
  if (me?.id === null)
    return pathname === paths.sign_in ? null : <Navigate to={paths.sign_in} search={{ return_to: href }} replace ignoreBlocker />
  if (me === undefined || standing === undefined) return null
  return (
    <PeopleFrame name={me.name} email={me.email} standing={standing}>
      {isStaff(standing) && <DisplayOffer />}
      {mayOpen(standing, pathname) ? <Outlet /> : <NoAccess name={me.name} />}
    </PeopleFrame>
  )
}
