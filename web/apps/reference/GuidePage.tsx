import { useEffect, useState } from 'react'
import { readGuide } from './guides.ts'
import { Missing } from './Missing.tsx'

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
  // the address may name a section, which the browser could not find before
  useEffect(() => {
    if (typeof html === 'object' && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [html])
  if (html === 'failed')
    return (
      <p className="notice" role="alert">
        The guide could not be loaded. Please load the page again.
      </p>
    )
  if (html?.name !== name) return <p>Loading …</p>
  return html.text === undefined ? <Missing kind="guide" /> : <article className="guide" dangerouslySetInnerHTML={{ __html: html.text }} />
}
