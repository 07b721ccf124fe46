import { useState } from 'react'

interface CodeBlockProps {
  /** What it is, for those who do not see it. */
  label: string
  text: string
}

/** Code that scrolls sideways in its own frame, with a button that copies it. */
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
