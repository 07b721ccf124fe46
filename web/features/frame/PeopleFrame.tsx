import { createLink, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { menuOf, type MenuGroup } from './menu.ts'
import { SimulationBanner } from './SimulationBanner.tsx'
import { useLeave } from './use_leave.ts'
import { paths } from '#lib/paths.ts'
import { Icon, type IconName } from '#kit/Icon.tsx'
import { Account, NavAnchor, NavButton, NavGroup } from '#kit/navigation.tsx'
import { Shell } from '#kit/Shell.tsx'
import { mayOpen, type Standing } from '#features/session/public.ts'

const NavLink = createLink(NavAnchor)

interface PeopleFrameProps {
  name: string
  email: string | null
  standing: Standing
  children: ReactNode
}

/** The frame of a user around anything: the sections that the user may open, and next to pages of administration all of these. */
export function PeopleFrame({ name, email, standing, children }: PeopleFrameProps) {
  const { pathname } = useLocation()
  const menu = menuOf(standing)
  const isInAdministration = pathname.startsWith(`${paths.admin}/`) && menu.length > 0
  return (
    <Shell
      sections={<Sections standing={standing} menu={menu} isInAdministration={isInAdministration} />}
      account={<SignedIn name={name} email={email} />}
      places={isInAdministration ? { label: 'Admin', children: <Places menu={menu} /> } : undefined}
    >
      {standing.role === 'admin' && <SimulationBanner />}
      {children}
    </Shell>
  )
}

interface SectionsProps {
  standing: Standing
  menu: readonly MenuGroup[]
  isInAdministration: boolean
}

function Sections({ standing, menu, isInAdministration }: SectionsProps) {
  const first = menu[0]?.pages[0]
  return (
    <>
      {standing.role === 'admin' ? (
        <Section path={paths.admin} icon="home" title="Home" isExact />
      ) : (
        mayOpen(standing, paths.home) && <Section path={paths.home} icon="home" title="Home" />
      )}
      {mayOpen(standing, paths.access_requests) && <Section path={paths.access_requests} icon="clipboard-check" title="Access requests" />}
      <Section path={paths.secrets} icon="lock" title="One-time secrets" />
      {first && (
        <li>
          <NavLink to={first.path} title="Administration" aria-current={isInAdministration ? 'page' : undefined}>
            <Icon name="gear" />
            <span>Administration</span>
          </NavLink>
        </li>
      )}
      <Section path={paths.account} icon="person" title="My account" />
    </>
  )
}

type SectionPath = typeof paths.admin | typeof paths.home | typeof paths.access_requests | typeof paths.secrets | typeof paths.account

function Section({ path, icon, title, isExact = false }: { path: SectionPath; icon: IconName; title: string; isExact?: boolean }) {
  return (
    <li>
      <NavLink to={path} activeOptions={{ exact: isExact }} title={title}>
        <Icon name={icon} />
        <span>{title}</span>
      </NavLink>
    </li>
  )
}

function Places({ menu }: { menu: readonly MenuGroup[] }) {
  return menu.map(({ title, pages }) => (
    <NavGroup key={title} title={title}>
      {pages.map((page) => (
        <li key={page.path}>
          <NavLink to={page.path}>{page.title}</NavLink>
        </li>
      ))}
    </NavGroup>
  ))
}

function SignedIn({ name, email }: { name: string; email: string | null }) {
  const leave = useLeave()
  return (
    <Account name={name} email={email}>
      <NavButton title="Sign out" onClick={leave}>
        <Icon name="exit" />
        <span>Sign out</span>
      </NavButton>
    </Account>
  )
}
