import { Field, Hint, Input, Label, Textarea } from '@zendeskgarden/react-forms'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'
import { visuallyHidden } from './css.ts'
import { narrow } from './theme.tsx'

interface CopyFieldProps {
  label: string
  name: string
  value: string
  hint: ReactNode
  /** The value has several lines, as a private key has. */
  isLong?: boolean
  /** The field gets the focus when it appears. */
  takesFocus?: boolean
}

/** A read-only value with a copy button. */
export function CopyField({ label, name, value, hint, isLong = false, takesFocus = false }: CopyFieldProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => (takesFocus ? input.current?.focus() : undefined), [takesFocus])
  const [state, setState] = useState<'fresh' | 'copied' | 'failed'>('fresh')
  const copy = async () => setState((await copyText(value, input.current)) ? 'copied' : 'failed')
  return (
    <Field>
      <Label>{label}</Label>
      <Hint>{hint}</Hint>
      <Line>
        <Value
          {...(isLong ? { as: Textarea, minRows: 3, maxRows: 12 } : {})}
          ref={input}
          name={name}
          value={value}
          readOnly
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <Button icon="copy" onClick={copy}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </Line>
      <Spoken role="status">{state === 'copied' && `${label} copied`}</Spoken>
      {state === 'failed' && <Hint role="alert">The browser did not allow copying. The value is selected: copy it by hand.</Hint>}
    </Field>
  )
}

/** Copies a text; pages not served over https have no clipboard API, so the field itself is selected and copied. */
async function copyText(value: string, input: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    input?.select()
    return document.execCommand('copy')
  }
}

const Line = styled.div`
  display: flex;
  gap: 8px;
  margin-top: 8px;
  > button {
    flex: none;
    min-width: 104px;
  }
  ${narrow} {
    flex-direction: column;
  }
`

const Value = styled(Input)`
  && {
    margin-top: 0;
    font-family: ${({ theme }) => theme.fonts.mono};
    font-size: 13px;
  }
`

const Spoken = styled.span`
  ${visuallyHidden}
`
