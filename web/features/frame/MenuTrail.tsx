import { createLink } from '@tanstack/react-router'
import { TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'
import { menu, type MenuPage } from './menu.ts'

const TextLink = createLink(TextAnchor)

/** The breadcrumb of a page of a record: a link to the page of the menu that lists it. */
export function MenuTrail({ path }: { path: MenuPage['path'] }) {
  const page = menu.flatMap(({ pages }) => pages).find((each) => each.path === path)
  return (
    page && (
      <Trail>
        <TextLink to={page.path}>{page.title}</TextLink>
      </Trail>
    )
  )
}
