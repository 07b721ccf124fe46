// The light frame around the pages that are for every signed-in person, whatever the role.
// Does not belong here: what the pages show; the dashboard of the administrators (admin/AdminShell.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useLeave } from '../admin/use_leave.ts'
import { meQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { TopAnchor, TopButton, TopShell } from '../ui/TopShell.tsx'
import { places } from './places.ts'

const TopLink = createLink(TopAnchor)

/** The frame; visitors are sent to sign in. */
export function PeopleShell() {
  const { data: me } = useQuery(meQuery)
  const { href } = useLocation()
  const leave = useLeave()
  if (me === undefined) return null
  if (me.id === null) return <Navigate to={paths.sign_in} search={{ return_to: href }} replace />
  return (
    <TopShell
      name={me.name}
      places={
        <>
          {places.map(({ title, path }) => (
            <li key={path}>
              <TopLink to={path}>{title}</TopLink>
            </li>
          ))}
          {me.role === 'admin' && (
            <li>
              <TopLink to={paths.admin}>Admin</TopLink>
            </li>
          )}
        </>
      }
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
