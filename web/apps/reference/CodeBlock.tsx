import { useState } from 'react'

interface CodeBlockProps {
  /** The accessible name. */
  label: string
  text: string
}

/** Code in a horizontally scrolling block, with a copy button. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  const [state, setState] = useState<{ text: string; words: string }>()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState({ text, words: 'Copied' }),
      () => setState({ text, words: 'Select the text and copy it' }),
    )
  return (
    <div className="code">
      <button type="button" className="copy" onClick={() => void copy()} aria-label={`Copy ${label}`}>
        {state?.text === text ? state.words : 'Copy'}
      </button>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
