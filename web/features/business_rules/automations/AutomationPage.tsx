// One automation, to be edited.
// Does not belong here: the list (AutomationsPage.tsx), the form (../rules/RuleForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ruleQuery } from '../queries/rules.ts'
import { paths } from '#lib/paths.ts'
import { RuleActions, RuleEditor } from '../rules/RuleEditor.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'

/** The page at `paths.automation`. @source docs/reference/business_rules.md §1 */
export function AutomationPage() {
  const id = Number(useParams({ from: `/frame${paths.automation}` }).id)
  const { data: rule } = useQuery(ruleQuery('automations', id))
  return (
    <Page
      title={rule?.title ?? 'Automation'}
      trail={<MenuTrail path={paths.automations} />}
      action={
        rule && (
          <ButtonRow>
            <RuleActions kind="automations" rule={rule} />
          </ButtonRow>
        )
      }
    >
      <RuleEditor kind="automations" id={id} />
    </Page>
  )
}
