// The list of macros.
// Does not belong here: one macro (MacroPage.tsx), the list itself (../rules/RuleList.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { ruleKinds } from '../rules/kinds.ts'
import { RuleList } from '../rules/RuleList.tsx'
import { parseMacroSearch } from '../rules/search.ts'
import { Button } from '#kit/Button.tsx'
import { Page } from '#kit/Page.tsx'
import { MacroCategoryFilter } from './MacroCategoryFilter.tsx'

const { title, intro } = ruleKinds.macros

/** The page at `paths.macros`. @source docs/reference/business_rules.md §5.4 */
export function MacrosPage() {
  const search = useSearch({ from: `/admin${paths.macros}` })
  const navigate = useNavigate({ from: paths.macros })
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => open({ to: paths.new_macro })}>
          Add macro
        </Button>
      }
    >
      <RuleList
        kind="macros"
        search={search}
        onSearch={(next, replace = false) => void navigate({ search: parseMacroSearch({ ...next }), replace })}
        filters={
          <MacroCategoryFilter
            category={search.category}
            onChange={(category) => void navigate({ search: parseMacroSearch({ ...search, category, page: 1 }), replace: true })}
          />
        }
      />
    </Page>
  )
}
