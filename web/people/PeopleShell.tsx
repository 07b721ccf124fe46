// The frame around the pages that are for every signed-in person: that of the administrators for them, a light one for everybody else.
// Does not belong here: what the pages show; who may open the pages of the administrators (admin/AdminShell.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { AdminFrame } from '../admin/AdminShell.tsx'
import { useLeave } from '../admin/use_leave.ts'
import { meQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { TopAnchor, TopButton, TopShell } from '../ui/TopShell.tsx'
import { sections } from './sections.ts'

const TopLink = createLink(TopAnchor)

/** The frame; visitors are sent to sign in. */
export function PeopleShell() {
  const { data: me } = useQuery(meQuery)
  const { href } = useLocation()
  const leave = useLeave()
  if (me === undefined) return null
  if (me.id === null) return <Navigate to={paths.sign_in} search={{ return_to: href }} replace ignoreBlocker />
  if (me.role === 'admin') return <AdminFrame {...me} />
  return (
    <TopShell
      name={me.name}
      places={sections.map(({ title, path }) => (
        <li key={path}>
          <TopLink to={path}>{title}</TopLink>
        </li>
      ))}
      exit={
        <TopButton type="button" onClick={leave}>
          <Icon name="exit" />
          Sign out
        </TopButton>
      }
    >
      <Outlet />
    </TopShell>
  )
}
