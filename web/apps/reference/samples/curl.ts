import type { Sample } from './payload.ts'

const MAX_LINE_LENGTH = 70

/** The call as a command of a shell. */
export function writeCurl({ method, url, user, payload }: Sample): string {
  const isImplied = method === 'GET' || (method === 'POST' && payload.kind !== 'none')
  return [
    /^[\w:/.%~-]+$/.test(url) ? `curl ${url}` : `curl -g ${quoteText(url)}`,
    ...(isImplied ? [] : [`-X ${method}`]),
    ...(user === undefined ? [] : [`-u ${writeUser(user)}`]),
    ...listData(payload),
  ].join(' \\\n  ')
}

const quoteText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** In one piece, unless the shell would take something in it for its own. */
function writeUser(user: string): string {
  return /^[\w@.+/-]+$/.test(user) ? `"${user}:$TOKEN"` : `${quoteText(`${user}:`)}"$TOKEN"`
}

function listData(payload: Sample['payload']): string[] {
  if (payload.kind === 'none') return []
  if (payload.kind === 'form') {
    const texts = payload.texts.map(([name, text]) => `--form-string ${quoteText(`${name}=${text}`)}`)
    return [...texts, `-F ${quoteText(`${payload.field}=@${JSON.stringify(payload.file_name)}`)}`]
  }
  const type = `-H ${quoteText(`Content-Type: ${payload.type}`)}`
  if (payload.kind === 'file') return [type, `--data-binary ${quoteText(`@${payload.file_name}`)}`]
  // without a file, `--data-raw` sends the text as it is, also one that begins with "@"
  return [type, payload.kind === 'json' ? `-d ${quoteText(writeJson(payload.value))}` : `--data-raw ${quoteText(payload.text)}`]
}

/** On one line, unless it would be too long. */
function writeJson(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= MAX_LINE_LENGTH ? line : JSON.stringify(value, null, 2)
}
