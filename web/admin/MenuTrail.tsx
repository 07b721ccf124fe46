import { createLink } from '@tanstack/react-router'
import { TextAnchor } from '../ui/text.tsx'
import { Trail } from '../ui/Trail.tsx'
import { menu } from './menu.ts'
import type { MenuPage } from './menu.ts'

const TextLink = createLink(TextAnchor)

/** The breadcrumbs to a page of the menu; on a page below it (`isBelow`) the last one links back to it. */
export function MenuTrail({ path, isBelow = false }: { path: MenuPage['path']; isBelow?: boolean }) {
  const steps = menu.flatMap((section) => section.groups.flatMap((group) => group.pages.map((page) => ({ section, group, page }))))
  const place = steps.find(({ page }) => page.path === path)
  if (place === undefined) return null
  const { section, group, page } = place
  return (
    <Trail>
      <span>{section.title}</span>
      {!(isBelow && group.title === page.title) && <span>{group.title}</span>}
      {isBelow && <TextLink to={page.path}>{page.title}</TextLink>}
    </Trail>
  )
}
