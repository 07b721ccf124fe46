import type { ReactNode } from 'react'
import type { Content, Operation, Parameter, Schema } from './api_document.ts'
import { type Filled, findFileField, isFile } from './call.ts'
import { typeText } from './Members.tsx'

/** More query parameters than this are collapsed. */
const MAX_OPEN = 3

interface FieldsProps {
  filled: Filled
  onChange: (changed: Partial<Filled>) => void
}

/** The fields of the parameters: those that must be given are open, many others collapsed. */
export function ParameterFields({ operation: { parameters }, filled, onChange }: FieldsProps & { operation: Operation }) {
  const field = (parameter: Parameter) => {
    const { in: place, name } = parameter
    const values = filled[place]
    return (
      <ParameterField
        key={`${place} ${name}`}
        parameter={parameter}
        value={values[name] ?? ''}
        onChange={(value) => onChange({ [place]: { ...values, [name]: value } })}
      />
    )
  }
  const required = parameters.filter((each) => each.required === true)
  const others = parameters.filter((each) => each.required !== true)
  return (
    <>
      {required.length === 0 ? null : <div className="fields">{required.map(field)}</div>}
      {others.length === 0 ? null : (
        <details open={others.length <= MAX_OPEN}>
          <summary>
            Query parameters <span className="number">{others.length}</span>
          </summary>
          <div className="fields">{others.map(field)}</div>
        </details>
      )}
    </>
  )
}

interface ParameterFieldProps {
  parameter: Pick<Parameter, 'name' | 'schema' | 'required'>
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter: { name, schema, required }, value, onChange }: ParameterFieldProps) {
  const choices = choicesOf(schema)
  const type = typeText(schema)
  return (
    <label>
      <span className="label">
        <code>{name}</code>
        {choices === undefined && type !== 'any' ? <span className="type">{type}</span> : null}
      </span>
      {choices === undefined ? (
        <input
          value={value}
          required={required === true}
          autoComplete="off"
          spellCheck={false}
          inputMode={schema.type === 'integer' ? 'numeric' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <select value={value} required={required === true} onChange={(event) => onChange(event.target.value)}>
          <option value="">not sent</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </label>
  )
}

/** The values of a parameter that has a few; undefined for any other. */
function choicesOf({ type, enum: values, anyOf }: Schema): string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  const constants = values ?? anyOf?.map((each) => each.const)
  return constants?.every((each) => typeof each === 'string') === true ? constants : undefined
}

/** The body as text, the file that is the body, or the file and the texts of a form. */
export function BodyField({ body, filled, onChange }: FieldsProps & { body: Content }) {
  const field = findFileField(body)
  if (isFile(body.schema)) return <FileField name="File" onChange={onChange} />
  if (field === undefined) return <TextBody body={body} filled={filled} onChange={onChange} />
  const texts = Object.entries(body.schema.properties ?? {}).filter(([, member]) => !isFile(member))
  return (
    <div className="fields">
      <FileField name={<code>{field}</code>} onChange={onChange} />
      {texts.map(([name, schema]) => (
        <ParameterField
          key={name}
          parameter={{ name, schema }}
          value={filled.texts[name] ?? ''}
          onChange={(text) => onChange({ texts: { ...filled.texts, [name]: text } })}
        />
      ))}
    </div>
  )
}

function TextBody({ body, filled, onChange }: FieldsProps & { body: Content }) {
  return (
    <label>
      <span className="label">
        Body <span className="type">{body.type}</span>
      </span>
      <textarea
        rows={Math.min(Math.max(filled.body.split('\n').length, 4), 16)}
        spellCheck={false}
        value={filled.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
    </label>
  )
}

function FileField({ name, onChange }: Pick<FieldsProps, 'onChange'> & { name: ReactNode }) {
  return (
    <label>
      <span className="label">{name}</span>
      <input type="file" required onChange={(event) => onChange({ file: event.target.files?.[0] })} />
    </label>
  )
}
