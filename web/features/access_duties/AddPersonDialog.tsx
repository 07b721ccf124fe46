import { useState } from 'react'
import { type AccessPerson, findPersonByEmail } from './queries.ts'
import { describeError } from '#contract/errors.ts'
import { useMutation } from '#contract/mutation.ts'
import { TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'

/** Finds the person to give duties to, by e-mail address. */
export function AddPersonDialog({ onFound, onClose }: { onFound: (person: AccessPerson) => void; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const find = useMutation({
    mutationFn: async (address: string) => {
      const person = await findPersonByEmail(address)
      if (person === undefined) throw new Error('No user has this e-mail address.')
      return person
    },
    onSuccess: onFound,
  })
  return (
    <FormDialog
      title="Add person"
      actionLabel="Continue"
      isBusy={find.isPending}
      error={find.error}
      onSubmit={() => find.mutate(email)}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        hint="The e-mail address of an existing user."
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={messageOf(find.error)}
        isRequired
      />
    </FormDialog>
  )
}

function messageOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  return error.name === 'ApiError' ? describeError(error) : error.message
}
