// The list of triggers.
// Does not belong here: one trigger (TriggerPage.tsx), the list itself (../rules/RuleList.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { ruleKinds } from '../rules/kinds.ts'
import { RuleList } from '../rules/RuleList.tsx'
import { parseRuleSearch } from '../rules/search.ts'
import { Button } from '#kit/Button.tsx'
import { Page } from '#kit/Page.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'

const { title, intro } = ruleKinds.triggers

/** The page at `paths.triggers`. @source docs/reference/business_rules.md §2 */
export function TriggersPage() {
  const search = useSearch({ from: `/admin${paths.triggers}` })
  const navigate = useNavigate({ from: paths.triggers })
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => open({ to: paths.new_trigger })}>
          Add trigger
        </Button>
      }
    >
      <RuleList
        kind="triggers"
        search={search}
        onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
        filters={
          <CategoryFilter
            category={search.category}
            onChange={(category) => void navigate({ search: parseRuleSearch({ ...search, category, page: 1 }), replace: true })}
          />
        }
      />
    </Page>
  )
}
