import { Fragment } from 'react'

/** Text with `code` and **bold** in it. */
export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    const key = `${index}`
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
    return part.startsWith('**') ? <strong key={key}>{part.slice(2, -2)}</strong> : <Fragment key={key}>{part}</Fragment>
  })
}
