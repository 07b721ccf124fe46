import { useEffect, useState } from 'react'
import { readGuide } from './guides.ts'

/** One guide. Its text is part of the product, so its HTML is inserted without sanitizing. */
export function GuidePage({ name }: { name: string }) {
  const [html, setHtml] = useState<{ name: string; text: string | undefined } | 'failed'>()
  useEffect(() => {
    let isWanted = true
    readGuide(name).then(
      (text) => isWanted && setHtml({ name, text }),
      () => isWanted && setHtml('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [name])
  if (html === 'failed') return <p>The guide could not be loaded. Please load the page again.</p>
  if (html?.name !== name) return <p>Loading …</p>
  return html.text === undefined ? (
    <h1>There is no guide of this name</h1>
  ) : (
    <article className="guide" dangerouslySetInnerHTML={{ __html: html.text }} />
  )
}
