import { Fragment } from 'react'
import { splitAtWords } from './find.ts'

/** A text with the words of the query marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return splitAtWords(text, words).map((part, index) => {
    const key = `${index}`
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>
  })
}
