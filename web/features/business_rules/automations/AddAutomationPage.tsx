import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleEditor } from '../rules/RuleEditor.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'

/** The page at `paths.new_automation`: an empty form, or that of a copy. */
export function AddAutomationPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_automation}` })
  return (
    <Page title={copy_of === undefined ? 'Add automation' : 'Clone automation'} trail={<MenuTrail path={paths.automations} />}>
      <RuleEditor kind="automations" id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
