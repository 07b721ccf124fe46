// The list of views.
// Does not belong here: one view (ViewPage.tsx), the list itself (../rules/RuleList.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { ruleKinds } from '../rules/kinds.ts'
import { RuleList } from '../rules/RuleList.tsx'
import { parseRuleSearch } from '../rules/search.ts'
import { Button } from '#kit/Button.tsx'
import { InlineSelect } from '#kit/InlineSelect.tsx'
import { Page } from '#kit/Page.tsx'

const { title, intro } = ruleKinds.views

const audiences = [
  { value: '', label: 'Anyone' },
  { value: 'shared', label: 'Several agents' },
  { value: 'personal', label: 'Only me' },
] as const

/** The page at `paths.views`. @source docs/reference/business_rules.md §2 */
export function ViewsPage() {
  const search = useSearch({ from: `/admin${paths.views}` })
  const navigate = useNavigate({ from: paths.views })
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => open({ to: paths.new_view })}>
          Add view
        </Button>
      }
    >
      <RuleList
        kind="views"
        search={search}
        onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
        filters={
          <InlineSelect
            label="For"
            options={audiences}
            value={search.access ?? ''}
            onChange={(access) => void navigate({ search: parseRuleSearch({ ...search, access, page: 1 }), replace: true })}
          />
        }
      />
    </Page>
  )
}
