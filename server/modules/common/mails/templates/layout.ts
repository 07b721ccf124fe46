// The text of all mails: a template for each, all words in words.ts, one layout. Templates are pure; acts hand in the values.
// Not here: who gets a mail and when (the acts of the modules), the outbox (../store.ts), SMTP (server/mail/transport.ts).
import { escapeMarkup } from '#lib/escape_html.ts'
import type { MailTemplate } from './template.ts'
import { LANGUAGE } from './words.ts'

/** A mail as `sendMail` and `notifyUsers` take it. */
export interface MailText {
  readonly topic: string
  readonly subject: string
  readonly text: string
}

/** Writes a mail by its template, as plain text. */
export function writeMail<Input>(template: MailTemplate<Input>, input: NoInfer<Input>): MailText {
  const { topic, subject, paragraphs } = template.write(input)
  return { topic, subject, text: paragraphs.join('\n\n') }
}

const URL_IN_TEXT = /(https?:\/\/[^\s<>"]+)/

/**
 * The same mail as an HTML document. It is made from the text alone, so both always have the same words.
 * @param base_url addresses below it become links; others stay text, because end users may have written them
 */
export function htmlOf({ subject, text }: Pick<MailText, 'subject' | 'text'>, base_url: string): string {
  const linkPart = (part: string) =>
    part.startsWith(`${base_url}/`)
      ? `<a href="${escapeMarkup(part)}" style="color:#0b57d0;overflow-wrap:anywhere">${escapeMarkup(part)}</a>`
      : escapeMarkup(part)
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px;white-space:pre-wrap">${paragraph.split(URL_IN_TEXT).map(linkPart).join('')}</p>`)
  return documentOf(subject, paragraphs.join('\n'))
}

/** A mail as an HTML document, of safe HTML. */
export function documentOf(subject: string, html: string): string {
  return `<!doctype html>
<html lang="${LANGUAGE}">
<head><meta charset="utf-8"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f1f1f;background:#ffffff">
<div style="max-width:600px">
${html}
</div>
</body>
</html>
`
}
