import type { Sample } from './payload.ts'

/** The call as a program of Node. */
export function writeJavaScript({ method, url, user, payload }: Sample): string {
  const isFile = payload.kind === 'file' || payload.kind === 'form'
  const headers = [
    ...(user === undefined
      ? []
      : [`    Authorization: 'Basic ' + Buffer.from(${quoteText(`${user}:`)} + process.env.TOKEN).toString('base64'),`]),
    ...('type' in payload ? [`    'Content-Type': ${quoteText(payload.type)},`] : []),
  ]
  return [
    ...(isFile ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...listFormLines(payload),
    `const answer = await fetch(${quoteText(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(payload.kind === 'none' ? [] : [`  body: ${writeBody(payload)},`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

/** JSON is JavaScript. */
const quoteText = (text: string) => JSON.stringify(text)

function listFormLines(payload: Sample['payload']): string[] {
  if (payload.kind !== 'form') return []
  const name = quoteText(payload.file_name)
  return [
    'const form = new FormData()',
    ...payload.texts.map(([field, text]) => `form.append(${quoteText(field)}, ${quoteText(text)})`),
    `form.append(${quoteText(payload.field)}, await openAsBlob(${name}), ${name})`,
  ]
}

function writeBody(payload: Exclude<Sample['payload'], { kind: 'none' }>): string {
  if (payload.kind === 'json') return `JSON.stringify(${JSON.stringify(payload.value, null, 2).replaceAll('\n', '\n  ')})`
  if (payload.kind === 'text') return quoteText(payload.text)
  return payload.kind === 'file' ? `await openAsBlob(${quoteText(payload.file_name)})` : 'form'
}
