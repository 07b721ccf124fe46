/** A template of task lists as it would be saved, and what is wrong with it. Pure. @source docs/reference/employee_service.md §2.1 */
import { type Details, NotFound } from '#core/errors.ts'
import type { TaskInput, TemplateInput } from './schema.ts'
import type { TaskDraft, TaskRow, TemplateDraft } from './store.ts'

/** Templates of an instance. */
const MAX_TEMPLATES = 100
/** Tasks of a template. */
const MAX_TASKS = 20

/** The template with the input applied; null = a new one. */
export function draftTemplate(before: TemplateDraft | null, input: TemplateInput): TemplateDraft {
  const { name = before?.name ?? '', description = before?.description ?? '' } = input
  return {
    name: (name ?? '').trim(),
    description: description ?? '',
    is_active: input.is_active ?? before?.is_active ?? true,
    is_required: input.is_required ?? before?.is_required ?? false,
  }
}

/**
 * The tasks that a template would have, in their order. Those that are not named stay; one that is named by its id is changed or, with
 * `_destroy`, removed; one without an id is new and comes last unless it has a position.
 * @throws NotFound for an id that the template does not have
 */
export function draftTasks(before: readonly TaskRow[], sent: readonly TaskInput[]): TaskDraft[] {
  const named = new Map<string, TaskInput>()
  for (const task of sent) {
    if (task.id === undefined || task.id === '') continue
    if (!before.some((row) => row.id === task.id)) throw new NotFound()
    named.set(task.id, task)
  }
  const kept = before.filter((row) => !isRemoved(named.get(row.id))).map((row) => draftTask(row, named.get(row.id) ?? {}, row.position))
  const fresh = sent.filter((task) => (task.id === undefined || task.id === '') && !isRemoved(task))
  const last = Math.max(0, ...kept.map((task) => task.position))
  const added = fresh.map((task, index) => draftTask(null, task, last + index + 1))
  const ordered = [...kept, ...added].map((task, index) => ({ task, index }))
  ordered.sort((one, other) => one.task.position - other.task.position || one.index - other.index)
  return ordered.map(({ task }, index) => ({ ...task, position: index + 1 }))
}

const isRemoved = (task: TaskInput | undefined): boolean => task?.['_destroy'] === true

function draftTask(before: TaskRow | null, input: TaskInput, position: number): TaskDraft {
  const { name = before?.name ?? '', description = before?.description ?? '' } = input
  return {
    id: before?.id ?? null,
    name: (name ?? '').trim(),
    description: description ?? '',
    position: input.position ?? position,
    required: input.required ?? before?.required ?? false,
  }
}

/** What is wrong with a template. `others`: how many there are besides, for a new one. */
export function checkTemplate(template: TemplateDraft, tasks: readonly TaskDraft[], others: number): Details {
  const makeDetails = (name: string, description: string, error: string): Details => ({ [name]: [{ description, error }] })
  if (others >= MAX_TEMPLATES) return makeDetails('base', `There may be at most ${MAX_TEMPLATES} task list templates`, 'LimitExceeded')
  if (template.name === '') return makeDetails('name', 'Name: cannot be blank', 'BlankValue')
  if (tasks.length > MAX_TASKS) return makeDetails('tasks', `A task list may have at most ${MAX_TASKS} tasks`, 'LimitExceeded')
  if (tasks.some((task) => task.name === '')) return makeDetails('tasks', 'Tasks: the name of a task cannot be blank', 'BlankValue')
  const names = new Set(tasks.map((task) => task.name.toLowerCase()))
  return names.size < tasks.length ? makeDetails('tasks', 'Tasks: two tasks have the same name', 'DuplicateValue') : {}
}
