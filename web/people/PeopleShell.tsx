// The frame around the pages for every signed-in user: administrators get theirs with the menu, others a simple one.
// Does not belong here: the content of the pages; access to administrators' pages (admin/AdminShell.tsx).

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

/** The frame; visitors are redirected to the sign-in page. */
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
      sections={sections.map(({ title, path }) => (
        <li key={path}>
          <TopLink to={path}>{title}</TopLink>
        </li>
      ))}
      signOutButton={
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
