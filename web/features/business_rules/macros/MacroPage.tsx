// One macro, to be edited and tried on a ticket.
// Does not belong here: the list (MacrosPage.tsx), the form (../rules/RuleForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ruleQuery } from '../queries/rules.ts'
import { paths } from '#lib/paths.ts'
import { RuleActions, RuleEditor } from '../rules/RuleEditor.tsx'
import { ButtonRow, Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { TryCard } from './TryCard.tsx'

/** The page at `paths.macro`. @source docs/reference/business_rules.md §5.4 */
export function MacroPage() {
  const id = Number(useParams({ from: `/frame${paths.macro}` }).id)
  const { data: macro } = useQuery(ruleQuery('macros', id))
  return (
    <Page
      title={macro?.title ?? 'Macro'}
      trail={<MenuTrail path={paths.macros} />}
      action={
        macro && (
          <ButtonRow>
            <RuleActions kind="macros" rule={macro} />
          </ButtonRow>
        )
      }
    >
      <Cards>
        <RuleEditor kind="macros" id={id} />
        {macro && <TryCard macro={macro} />}
      </Cards>
    </Page>
  )
}
