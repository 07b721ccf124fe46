import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ViewEditor } from './ViewEditor.tsx'

/** The page at `paths.new_view`: a form with the usual columns, or that of a copy. */
export function AddViewPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_view}` })
  return (
    <Page title={copy_of === undefined ? 'Add view' : 'Clone view'} trail={<MenuTrail path={paths.views} />}>
      <ViewEditor id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
