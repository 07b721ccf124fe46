// One view, to be edited.
// Does not belong here: the list (ViewsPage.tsx), the form (ViewForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { viewQuery } from '../queries/views.ts'
import { paths } from '#lib/paths.ts'
import { RuleActions } from '../rules/RuleEditor.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ViewEditor } from './ViewEditor.tsx'

/** The page at `paths.view`. @source docs/reference/business_rules.md §1 */
export function ViewPage() {
  const id = Number(useParams({ from: `/frame${paths.view}` }).id)
  const { data: view } = useQuery(viewQuery(id))
  return (
    <Page
      title={view?.title ?? 'View'}
      trail={<MenuTrail path={paths.views} />}
      action={
        view && (
          <ButtonRow>
            <RuleActions kind="views" rule={view} />
          </ButtonRow>
        )
      }
    >
      <ViewEditor id={id} />
    </Page>
  )
}
