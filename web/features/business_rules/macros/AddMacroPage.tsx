import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleEditor } from '../rules/RuleEditor.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'

/** The page at `paths.new_macro`: an empty form, or that of a copy. */
export function AddMacroPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_macro}` })
  return (
    <Page title={copy_of === undefined ? 'Add macro' : 'Clone macro'} trail={<MenuTrail path={paths.macros} />}>
      <RuleEditor kind="macros" id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
