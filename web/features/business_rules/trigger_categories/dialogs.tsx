import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type TriggerCategory, useDeleteCategory, useSaveCategory } from '../queries/trigger_categories.ts'
import { ConfirmedAct, FormError } from '#features/common/public.ts'
import { FormDialog } from '#kit/FormDialog.tsx'
import { TextField } from '#kit/fields.tsx'
import { Strong } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'

interface NameDialogProps {
  /** The category to rename; undefined for a new one. */
  category?: TriggerCategory
  onClose: () => void
}

/** Asks for the name of a category, and saves it. */
export function NameDialog({ category, onClose }: NameDialogProps) {
  const [name, setName] = useState(category?.name ?? '')
  const save = useSaveCategory()
  const submit = () =>
    save.mutate(
      { id: category?.id, name },
      {
        onSuccess: () => {
          showToast('success', category === undefined ? 'Category added' : 'Category renamed')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={category === undefined ? 'Add category' : 'Rename category'}
      actionLabel={category === undefined ? 'Add' : 'Rename'}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={save.error} title="The category was not saved" fields={['name']} />
      <TextField
        label="Name"
        name="name"
        value={name}
        error={detailOf(save.error, 'name')}
        onChange={setName}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  )
}

/** Asks to confirm the deletion of a category. */
export function DeleteCategoryDialog({ category, onClose }: { category: TriggerCategory; onClose: () => void }) {
  const remove = useDeleteCategory()
  return (
    <ConfirmedAct
      title="Delete this category?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(category.id)}
      done="Category deleted"
      onClose={onClose}
    >
      <p>
        <Strong>{category.name}</Strong> can be deleted once it has no triggers.
      </p>
    </ConfirmedAct>
  )
}
