// The list of automations.
// Does not belong here: one automation (AutomationPage.tsx), the list itself (../rules/RuleList.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { ruleKinds } from '../rules/kinds.ts'
import { RuleList } from '../rules/RuleList.tsx'
import { parseRuleSearch } from '../rules/search.ts'
import { Button } from '#kit/Button.tsx'
import { Page } from '#kit/Page.tsx'

const { title, intro } = ruleKinds.automations

/** The page at `paths.automations`. @source docs/reference/business_rules.md §2 */
export function AutomationsPage() {
  const search = useSearch({ from: `/admin${paths.automations}` })
  const navigate = useNavigate({ from: paths.automations })
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => open({ to: paths.new_automation })}>
          Add automation
        </Button>
      }
    >
      <RuleList
        kind="automations"
        search={search}
        onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
      />
    </Page>
  )
}
