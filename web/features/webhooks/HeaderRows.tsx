import { detailOf } from '#contract/errors.ts'
import { CompactInput } from '#kit/compact_fields.tsx'
import { FieldRow } from '#kit/FieldRow.tsx'
import { RowList } from '#kit/RowList.tsx'
import { emptyHeader, type FieldsProps } from './draft.ts'

/** The custom headers, a row each. `repeated`: a name that two rows have. */
export function HeaderRows({ draft, error, onChange, repeated }: FieldsProps & { repeated: string | undefined }) {
  const refused = detailOf(error, 'custom_headers')
  const problem = repeated === undefined ? refused : `The header ${repeated} is in two rows: remove one of them.`
  return (
    <RowList
      legend="Headers"
      hint="Sent with every call, beside those of the signature. Administrators can read them: a secret belongs to the authentication."
      addLabel="Add header"
      entries={draft.headers}
      problem={problem}
      empty={emptyHeader}
      onChange={(headers) => onChange({ headers })}
      render={(entry, index, { onChange: put, onRemove }) => (
        <FieldRow label={`Header ${index + 1}`} onRemove={onRemove}>
          <CompactInput
            label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={entry.name}
            isInvalid={problem !== undefined}
            onChange={(name) => put({ ...entry, name })}
          />
          <CompactInput
            label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={entry.value}
            onChange={(value) => put({ ...entry, value })}
          />
        </FieldRow>
      )}
    />
  )
}
