/** The command that shows the mails that Deskhand sends, with sample values. */
import { AccountError } from '#accounts/create.ts'
import { MAIL_TEMPLATES } from '#modules/common/mails/templates/catalog.ts'
import { htmlOf } from '#modules/common/mails/templates/layout.ts'
import { formatTable } from './table.ts'

/** The instance of the samples. */
const SAMPLE_URL = 'https://desk.example.com'

/** Lists all templates, or prints one mail as text or as an HTML document. @throws AccountError when there is no template of this name */
export function previewMail(name: string | undefined, { html = false }: { readonly html?: boolean }): string {
  if (name === undefined)
    return formatTable(
      ['NAME', 'SENT'],
      Object.entries(MAIL_TEMPLATES).map(([each, { about }]) => [each, about]),
    )
  const template = Object.hasOwn(MAIL_TEMPLATES, name) ? MAIL_TEMPLATES[name] : undefined
  if (template === undefined) throw new AccountError(`There is no mail ${name}. deskhand mail preview lists them.`)
  const mail = template.text()
  return html ? htmlOf(mail, SAMPLE_URL).trimEnd() : `Topic: ${mail.topic}\nSubject: ${mail.subject}\n\n${mail.text}`
}
