// One trigger, to be edited.
// Does not belong here: the list (TriggersPage.tsx), the form (../rules/RuleForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ruleQuery } from '../queries/rules.ts'
import { paths } from '#lib/paths.ts'
import { RuleActions, RuleEditor } from '../rules/RuleEditor.tsx'
import { Button } from '#kit/Button.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'

/** The page at `paths.trigger`. @source docs/reference/business_rules.md §1 */
export function TriggerPage() {
  const id = Number(useParams({ from: `/frame${paths.trigger}` }).id)
  const { data: rule } = useQuery(ruleQuery('triggers', id))
  const navigate = useNavigate()
  return (
    <Page
      title={rule?.title ?? 'Trigger'}
      trail={<MenuTrail path={paths.triggers} />}
      action={
        rule && (
          <ButtonRow>
            <RuleActions kind="triggers" rule={rule}>
              <Button onClick={() => void navigate({ to: paths.trigger_revisions, params: { id: String(id) } })}>History</Button>
            </RuleActions>
          </ButtonRow>
        )
      }
    >
      <RuleEditor kind="triggers" id={id} />
    </Page>
  )
}
