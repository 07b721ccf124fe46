import type { Schema } from './api_document.ts'
import { Inline } from './Inline.tsx'

/** The members of a schema; those of nested objects are collapsed. */
export function Members({ schema, depth = 0 }: { schema: Schema; depth?: number }) {
  const members = Object.entries(objectIn(schema)?.properties ?? {})
  if (members.length === 0) return null
  return (
    <ul className="members">
      {members.map(([name, member]) => (
        <Member key={name} name={name} schema={member} isRequired={objectIn(schema)?.required?.includes(name) === true} depth={depth} />
      ))}
    </ul>
  )
}

interface MemberProps {
  name: string
  schema: Schema
  isRequired: boolean
  depth: number
}

function Member({ name, schema, isRequired, depth }: MemberProps) {
  const hasMembers = objectIn(schema)?.properties !== undefined
  const line = (
    <>
      <code className="name">{name}</code> <span className="type">{typeText(schema)}</span>
      {isRequired && depth === 0 ? <span className="required">required</span> : null}
      {schema.description === undefined ? null : (
        <span className="words">
          <Inline text={schema.description} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {hasMembers ? (
        <details open={depth === 0}>
          <summary>{line}</summary>
          <Members schema={schema} depth={depth + 1} />
        </details>
      ) : (
        line
      )}
    </li>
  )
}

/** The object schema whose members are shown: the schema itself, or the items of its list. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema
  if (schema.items !== undefined) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((found) => found !== undefined)
}

/** `integer or null`, `list of string`, `date-time`. */
export function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(' or ')
  const types = [schema.type ?? 'any'].flat().map((type) => {
    if (type === 'array') return schema.items === undefined ? 'list' : `list of ${typeText(schema.items)}`
    return type === 'string' && schema.format !== undefined ? schema.format : type
  })
  const most = schema.maxLength !== undefined && schema.maxLength < 65_536 ? `, at most ${schema.maxLength} characters` : ''
  return types.join(' or ') + most
}
