import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleEditor } from '../rules/RuleEditor.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'

/** The page at `paths.new_trigger`: an empty form, or that of a copy. */
export function AddTriggerPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_trigger}` })
  return (
    <Page title={copy_of === undefined ? 'Add trigger' : 'Clone trigger'} trail={<MenuTrail path={paths.triggers} />}>
      <RuleEditor kind="triggers" id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
