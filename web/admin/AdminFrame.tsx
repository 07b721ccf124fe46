// The frame with the menu: menu, account menu.
// Does not belong here: the content of the pages; who gets this frame (people/PeopleShell.tsx).

import { createLink, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import type { Standing } from '../people/rights.ts'
import { Icon } from '../ui/Icon.tsx'
import { Account, AccountAnchor, NavAnchor, NavButton, NavGroup, Navigation } from '../ui/navigation.tsx'
import { Shell } from '../ui/Shell.tsx'
import { isWithin, menuOf } from './menu.ts'
import { SimulationBanner } from './SimulationBanner.tsx'
import { useLeave } from './use_leave.ts'

const NavLink = createLink(NavAnchor)
const AccountLink = createLink(AccountAnchor)

interface AdminFrameProps {
  name: string
  email: string | null
  standing: Standing
  children: ReactNode
}

/** The frame around every page of a user with pages of the menu: administrators, and engineers of access governance. */
export function AdminFrame({ name, email, standing, children }: AdminFrameProps) {
  const isAdmin = standing.role === 'admin'
  return (
    <Shell navigation={<AdminNavigation standing={standing} />} account={<SignedIn name={name} email={email} />}>
      {isAdmin && <SimulationBanner />}
      {children}
    </Shell>
  )
}

function AdminNavigation({ standing }: { standing: Standing }) {
  const { pathname } = useLocation()
  return (
    <Navigation label="Admin">
      <li>
        <NavLink to={standing.role === 'admin' ? paths.admin : paths.home} activeOptions={{ exact: true }}>
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
      {menuOf(standing).map(({ title, icon, groups }) => (
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
