import { useState } from 'react'
import { useComment } from './queries.ts'
import { describeError, detailOf } from '#contract/errors.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextArea } from '#kit/fields.tsx'

/** Adds a comment to a request; the server notifies the people involved. */
export function Comments({ id }: { id: number }) {
  const comment = useComment(id)
  const [body, setBody] = useState('')
  return (
    <SubmitForm
      error={comment.error}
      isBusy={comment.isPending}
      isLoose
      onSubmit={() => comment.mutate(body, { onSuccess: () => setBody('') })}
    >
      <TextArea
        label="Comment"
        name="body"
        hint="Everybody who can see this request can read it. Never write a token or a password here."
        value={body}
        onChange={setBody}
        error={comment.error === null ? undefined : (detailOf(comment.error, 'body') ?? describeError(comment.error))}
      />
      <ButtonRow>
        <Button type="submit" isBusy={comment.isPending}>
          Add comment
        </Button>
      </ButtonRow>
    </SubmitForm>
  )
}
