// The page of one trigger or automation, new or saved: loads what the form needs, saves, copies and deletes.
// Does not belong here: the form (RuleForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type MacroFile, macroFilesQuery } from '../queries/macros.ts'
import { definitionsQuery, ruleQuery } from '../queries/rules.ts'
import type { ActingKind, ListedRule, Rule, RuleDefinitions, RuleKind } from '../queries/rule_records.ts'
import { triggerCategoriesQuery, type TriggerCategory } from '../queries/trigger_categories.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Cards } from '#kit/Card.tsx'
import { Notice } from '#kit/Notice.tsx'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { ruleKinds } from './kinds.ts'
import { copyOf, draftOf } from './rule_draft.ts'
import { RuleForm } from './RuleForm.tsx'
import { useEditor } from './use_editor.ts'

interface EditorParts {
  rule: Rule | undefined
  definitions: RuleDefinitions
  categories: readonly TriggerCategory[]
  /** Of a macro. */
  files: readonly MacroFile[]
}

interface RuleEditorProps {
  kind: ActingKind
  /** The rule to edit, or to copy; undefined for a new one. */
  id: number | undefined
  isCopy?: boolean
}

/** The form of a saved rule, of a copy, or of a new one. */
export function RuleEditor({ kind, id, isCopy = false }: RuleEditorProps) {
  const query = useEditorParts(kind, id)
  const name = `${kind}:${isCopy ? 'copy of ' : ''}${id ?? 'new'}`
  return (
    <Loaded query={query} noun={ruleKinds[kind].one} hint="It may have been deleted. The audit log says so." rows={8}>
      {(parts) => <LoadedEditor key={name} kind={kind} name={name} isCopy={isCopy} {...parts} />}
    </Loaded>
  )
}

/** A rule that is not asked for counts as loaded. */
function useEditorParts(kind: ActingKind, id: number | undefined) {
  const rule = useQuery({ ...ruleQuery(kind, id ?? 0), enabled: id !== undefined })
  const definitions = useQuery(definitionsQuery(kind))
  const categories = useQuery({ ...triggerCategoriesQuery, enabled: kind === 'triggers' })
  const hasFiles = kind === 'macros' && id !== undefined
  const files = useQuery({ ...macroFilesQuery(id ?? 0), enabled: hasFiles })
  const isLoaded =
    (id === undefined || rule.data !== undefined) &&
    (kind !== 'triggers' || categories.data !== undefined) &&
    (!hasFiles || files.data !== undefined)
  const data: EditorParts | undefined =
    isLoaded && definitions.data !== undefined
      ? { rule: rule.data, definitions: definitions.data, categories: categories.data ?? [], files: files.data ?? [] }
      : undefined
  const queries = [rule, definitions, categories, files]
  const refetch = () => queries.filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  return { data, error: rule.error ?? definitions.error ?? categories.error ?? files.error, refetch }
}

interface LoadedEditorProps extends EditorParts {
  kind: ActingKind
  name: string
  isCopy: boolean
}

function LoadedEditor({ kind, name, isCopy, rule, definitions, categories, files }: LoadedEditorProps) {
  const [initial] = useState(() => (isCopy && rule !== undefined ? copyOf(rule) : draftOf(rule, files)))
  const id = isCopy ? undefined : rule?.id
  const editor = useEditor(kind, id)
  return (
    <Cards>
      {isCopy && files.length > 0 && (
        <Notice type="info" title="The files are not copied">
          Add those that the copy needs.
        </Notice>
      )}
      <RuleForm kind={kind} name={name} id={id} initial={initial} definitions={definitions} categories={categories} {...editor} />
    </Cards>
  )
}

/** The buttons at the top of the page of a saved rule. */
export function RuleActions({ kind, rule, children }: { kind: RuleKind; rule: ListedRule; children?: ReactNode }) {
  const { list, add } = ruleKinds[kind]
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: list, ignoreBlocker: true })
  }
  return (
    <>
      {children}
      <Button onClick={() => void navigate({ to: add, search: { copy_of: rule.id } })}>Clone</Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <DeleteRuleDialog kind={kind} rule={rule} onClose={close} />}
    </>
  )
}
