// The texts of mails, messages and calls that actions send. The recipient is beside the action.

import { useState } from 'react'
import type { RuleValue } from '../queries/rule_records.ts'
import { isList } from '#lib/objects.ts'
import { CompactInput } from '#kit/compact_fields.tsx'
import { Subtle } from '#kit/text.tsx'
import type { ValueKind } from './definitions.ts'
import { textOf } from './entries.ts'
import { isJsonTemplate } from './placeholders.ts'
import { TemplateArea } from './TemplateArea.tsx'

interface MessageTextsProps {
  /** The action, with its number. */
  label: string
  kind: ValueKind
  /** The recipient, the subject if it is a mail, and the text. */
  value: readonly RuleValue[]
  onChange: (value: readonly RuleValue[]) => void
}

/** The subject and the text. */
export function MessageTexts({ label, kind, value, onChange }: MessageTextsProps) {
  const recipient = textOf(value[0] ?? '')
  const second = value[1] ?? ''
  const third = value[2] ?? ''
  const suffix = `of ${label.toLowerCase()}`
  if (kind === 'mail')
    return (
      <>
        <CompactInput
          label={`Subject ${suffix}`}
          placeholder="Subject"
          value={textOf(second)}
          onChange={(subject) => onChange([recipient, subject, textOf(third)])}
        />
        <TemplateArea label={`Text ${suffix}`} value={textOf(third)} onChange={(body) => onChange([recipient, textOf(second), body])} />
      </>
    )
  if (kind === 'call') return <CallBody label={`Body ${suffix}`} value={second} onChange={(body) => onChange([recipient, body])} />
  return <TemplateArea label={`Text ${suffix}`} value={textOf(second)} onChange={(body) => onChange([recipient, body])} />
}

/** The body of a call: a text, or parameters as pairs of a name and a value, one on each line. */
function CallBody({ label, value, onChange }: { label: string; value: RuleValue; onChange: (body: RuleValue) => void }) {
  if (isList(value)) return <Parameters label={label} pairs={value} onChange={onChange} />
  const text = textOf(value)
  return (
    <div>
      <TemplateArea label={label} isMono value={text} onChange={onChange} />
      {isJsonTemplate(text) === false && (
        <p role="status">
          <Subtle>This is not JSON yet. Placeholders may stand for texts and numbers in it.</Subtle>
        </p>
      )}
    </div>
  )
}

const pairsIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...rest] = line.split('=')
      return [name, rest.join('=')]
    })

/** A parameter as `name=value`. */
const lineOf = (pair: RuleValue) => (isList(pair) ? `${textOf(pair[0])}=${textOf(pair[1])}` : textOf(pair))

/** The parameters of a call without a body, as text: `name=value` on each line. */
function Parameters({ label, pairs, onChange }: { label: string; pairs: readonly RuleValue[]; onChange: (pairs: string[][]) => void }) {
  const [text, setText] = useState(() => pairs.map(lineOf).join('\n'))
  const change = (next: string) => {
    setText(next)
    onChange(pairsIn(next))
  }
  return (
    <div>
      <TemplateArea label={label} isMono value={text} onChange={change} />
      <Subtle>Parameters, one on each line: name=value</Subtle>
    </div>
  )
}
