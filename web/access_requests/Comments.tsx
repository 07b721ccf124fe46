import { useState } from 'react'
import { useComment } from '../api/access_requests.ts'
import { describeError, detailOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonRow, Form } from '../ui/Card.tsx'
import { TextArea } from '../ui/fields.tsx'
import { useFocusOnError } from '../ui/use_focus_on_error.ts'

/** Says something about a request; those concerned are told. */
export function Comments({ id }: { id: number }) {
  const comment = useComment(id)
  const [body, setBody] = useState('')
  const form = useFocusOnError(comment.error)
  return (
    <Form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!comment.isPending) comment.mutate(body, { onSuccess: () => setBody('') })
      }}
    >
      <TextArea
        label="Comment"
        name="body"
        hint="Everybody who sees this request reads it. Never write a token or a password here."
        value={body}
        onChange={setBody}
        error={comment.error === null ? undefined : (detailOf(comment.error, 'body') ?? describeError(comment.error))}
      />
      <ButtonRow>
        <Button type="submit" isBusy={comment.isPending}>
          Add comment
        </Button>
      </ButtonRow>
    </Form>
  )
}
