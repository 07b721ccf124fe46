// The frame around every page of a signed-in user: those who may open pages of the menu get it at the side, others a bar with their sections.
// Does not belong here: the content of the pages; which pages a user may open (rights.ts).

import { useQuery } from '@tanstack/react-query'
import { createLink, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { menuOf } from '../admin/menu.ts'
import { useLeave } from '../admin/use_leave.ts'
import { meQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { TopAnchor, TopButton, TopShell } from '../ui/TopShell.tsx'
import { DisplayOffer } from './DisplayOffer.tsx'
import { NoAccess } from './NoAccess.tsx'
import { isStaff, mayOpen, type Standing } from './rights.ts'
import { sections } from './sections.ts'
import { useStanding } from './use_standing.ts'

const TopLink = createLink(TopAnchor)

/** The frame; visitors are redirected to the sign-in page, and a page that the user may not open says so. */
export function PeopleShell() {
  const { data: me } = useQuery(meQuery)
  const { href, pathname } = useLocation()
  const standing = useStanding(me)
  if (me?.id === null) return <Navigate to={paths.sign_in} search={{ return_to: href }} replace ignoreBlocker />
  if (me === undefined || standing === undefined) return null
  return (
    <PeopleFrame name={me.name} email={me.email} standing={standing}>
      {isStaff(standing) && <DisplayOffer />}
      {mayOpen(standing, pathname) ? <Outlet /> : <NoAccess name={me.name} />}
    </PeopleFrame>
  )
}

interface PeopleFrameProps {
  name: string
  email: string | null
  standing: Standing
  children: ReactNode
}

/** The frame of a user around anything. */
export function PeopleFrame({ name, email, standing, children }: PeopleFrameProps) {
  const leave = useLeave()
  if (menuOf(standing).length > 0)
    return (
      <AdminFrame name={name} email={email} standing={standing}>
        {children}
      </AdminFrame>
    )
  return (
    <TopShell
      name={name}
      sections={sections
        .filter(({ path }) => mayOpen(standing, path))
        .map(({ title, path }) => (
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
      {children}
    </TopShell>
  )
}
