import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import control from './control.module.css'
import styles from './CopyField.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'
import { ScreenReaderOnly } from './text.tsx'

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
  const shared = {
    ref: input as Ref<HTMLInputElement & HTMLTextAreaElement>,
    name,
    value,
    readOnly: true,
    autoComplete: 'off',
    spellCheck: false,
    onFocus: () => input.current?.select(),
  } as const
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <>
          <div className={styles.line}>
            {isLong ? (
              <textarea {...attributes} {...shared} className={joinClasses(control.area, control.mono)} rows={3} />
            ) : (
              <input {...attributes} {...shared} className={joinClasses(control.control, control.mono)} />
            )}
            <Button icon="copy" onClick={copy}>
              {state === 'copied' ? 'Copied' : 'Copy'}
            </Button>
          </div>
          <ScreenReaderOnly role="status">{state === 'copied' && `${label} copied`}</ScreenReaderOnly>
          {state === 'failed' && <p role="alert">The browser did not allow copying. The value is selected: copy it by hand.</p>}
        </>
      )}
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
