import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Card, CardHead, CardTitle, FormActions, FormBody } from '../Card.tsx'
import { CompactInput, CompactSelect } from '../compact_fields.tsx'
import { FieldGroup } from '../FieldGroup.tsx'
import { FieldRow } from '../FieldRow.tsx'
import { TextField } from '../fields.tsx'
import { FileButton } from '../FileButton.tsx'
import { FileList } from '../FileList.tsx'
import { FormSection, FormSections } from '../FormSections.tsx'
import { RowList } from '../RowList.tsx'
import { SubmitActions } from '../SubmitActions.tsx'
import { SubmitForm } from '../SubmitForm.tsx'
import { Example, Examples, LONG, UNBROKEN } from './Example.tsx'

const doNothing = () => undefined
const FIELDS = [{ options: [{ value: 'status', label: 'Status' }] }]

/** Forms: on a card, loose, with rows that come and go. */
export function FormExamples() {
  const [text, setText] = useState('Wholesale')
  const [error, setError] = useState<Error | null>(null)
  return (
    <Examples>
      <Card>
        <CardHead>
          <CardTitle>A form on a card</CardTitle>
        </CardHead>
        <SubmitForm label="A form on a card" error={error} onSubmit={() => setError(new Error('refused'))}>
          <FormBody>
            <TextField label="Name" name="name" error={error ? 'Name: is taken' : undefined} value={text} onChange={setText} />
          </FormBody>
          <SubmitActions label="Save" isBusy={false} onCancel={() => setError(null)} />
        </SubmitForm>
      </Card>
      <Card>
        <CardHead>
          <CardTitle>A form while it is saved</CardTitle>
        </CardHead>
        <SubmitForm label="A form while it is saved" isBusy onSubmit={doNothing}>
          <FormBody>
            <TextField label="Name" name="busy" value={text} onChange={setText} />
          </FormBody>
          <SubmitActions label="Saving" isBusy />
        </SubmitForm>
      </Card>
      <SubmitForm isLoose onSubmit={doNothing}>
        <FormSections>
          <FormSection>
            <FieldGroup legend="Fields that belong together" hint={LONG}>
              <TextField label="First" name="first" value={text} onChange={setText} />
              <TextField label="Second" name="second" value={text} onChange={setText} />
            </FieldGroup>
          </FormSection>
          <FormSection>
            <RowExample />
          </FormSection>
          <FormSection>
            <FileExample />
          </FormSection>
        </FormSections>
        <FormActions>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </FormActions>
      </SubmitForm>
      <Example title="Rows without any">
        <RowList
          legend="Conditions"
          hint="None yet."
          addLabel="Add condition"
          entries={[]}
          problem="Conditions: at least one is needed"
          empty={() => ({ key: 1 })}
          onChange={doNothing}
          render={() => null}
        />
      </Example>
    </Examples>
  )
}

function RowExample() {
  const [rows, setRows] = useState<readonly { key: number; value: string }[]>([
    { key: 1, value: 'open' },
    { key: 2, value: LONG },
    { key: 3, value: '' },
  ])
  return (
    <RowList
      legend="All of these"
      hint="Every condition must hold."
      addLabel="Add"
      most={5}
      entries={rows}
      empty={() => ({ key: Math.max(0, ...rows.map(({ key }) => key)) + 1, value: '' })}
      onChange={setRows}
      render={(row, index, { onChange, onRemove }) => (
        <FieldRow
          label={`Condition ${index + 1}`}
          hasOperator
          note={index === 1 ? 'The field was deleted' : undefined}
          problem={index === 2 ? 'Value: cannot be blank' : undefined}
          below={index === 1 ? 'What does not fit beside the fields' : undefined}
          onRemove={onRemove}
        >
          <CompactSelect label="Field" groups={FIELDS} value="status" onChange={doNothing} />
          <CompactSelect label="Operator" groups={[{ options: [{ value: 'is', label: 'is' }] }]} value="is" onChange={doNothing} />
          <CompactInput label="Value" value={row.value} isInvalid={index === 2} onChange={(value) => onChange({ ...row, value })} />
        </FieldRow>
      )}
    />
  )
}

function FileExample() {
  const [files, setFiles] = useState([
    { id: 1, filename: 'invoice.pdf', size: 123_456 },
    { id: 2, filename: UNBROKEN, size: 1 },
  ])
  return (
    <FileList legend="Files" hint="At most ten." files={files} onRemove={({ id }) => setFiles(files.filter((file) => file.id !== id))}>
      <FileButton isBusy={false} onChoose={doNothing}>
        Add a file
      </FileButton>
    </FileList>
  )
}
