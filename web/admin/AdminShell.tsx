// The frame around every dashboard page: access check, menu, account menu.
// Does not belong here: the content of the pages.

import { useQuery } from '@tanstack/react-query'
import { createLink, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { meQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Account, AccountAnchor, NavAnchor, NavButton, NavGroup, Navigation } from '../ui/navigation.tsx'
import { Shell } from '../ui/Shell.tsx'
import { isWithin, menu } from './menu.ts'
import { NoAccess } from './NoAccess.tsx'
import { SimulationBanner } from './SimulationBanner.tsx'
import { useLeave } from './use_leave.ts'

const NavLink = createLink(NavAnchor)
const AccountLink = createLink(AccountAnchor)

/** The frame for administrators; visitors are redirected to the sign-in page, other users see that they have no access. */
export function AdminShell() {
  const { data: me } = useQuery(meQuery)
  const { href } = useLocation()
  if (me === undefined) return null
  if (me.id === null) return <Navigate to={paths.sign_in} search={{ return_to: href }} replace ignoreBlocker />
  return me.role === 'admin' ? <AdminFrame {...me} /> : <NoAccess name={me.name} />
}

/** The frame around every page of an administrator. */
export function AdminFrame({ name, email }: { name: string; email: string | null }) {
  return (
    <Shell navigation={<AdminNavigation />} account={<SignedIn name={name} email={email} />}>
      <SimulationBanner />
      <Outlet />
    </Shell>
  )
}

function AdminNavigation() {
  const { pathname } = useLocation()
  return (
    <Navigation label="Admin">
      <li>
        <NavLink to={paths.admin} activeOptions={{ exact: true }}>
          <Icon name="home" />
          Home
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.access_requests}>
          <Icon name="clipboard-check" />
          Access requests
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.secrets}>
          <Icon name="lock" />
          One-time secrets
        </NavLink>
      </li>
      {menu.map(({ title, icon, groups }) => (
        <NavGroup
          key={title}
          title={title}
          icon={icon}
          holdsCurrent={groups.some(({ pages }) => pages.some((page) => isWithin(pathname, page)))}
        >
          {groups.map((group) => (
            <NavGroup key={group.title} title={group.title} holdsCurrent={group.pages.some((page) => isWithin(pathname, page))}>
              {group.pages.map((page) => (
                <li key={page.path}>
                  <NavLink to={page.path}>{page.title}</NavLink>
                </li>
              ))}
            </NavGroup>
          ))}
        </NavGroup>
      ))}
    </Navigation>
  )
}

function SignedIn({ name, email }: { name: string; email: string | null }) {
  const leave = useLeave()
  return (
    <Account name={name} email={email}>
      <AccountLink to={paths.account}>My account</AccountLink>
      <NavButton type="button" onClick={leave}>
        <Icon name="exit" />
        Sign out
      </NavButton>
    </Account>
  )
}
