import type { Sample } from './payload.ts'

/** The call as a program of Python that uses requests. */
export function writePython({ method, url, user, payload }: Sample): string {
  return [
    ...(user === undefined ? [] : ['import os']),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${quoteText(url)},`,
    ...(user === undefined ? [] : [`    auth=(${quoteText(user)}, os.environ["TOKEN"]),`]),
    ...listArguments(payload).map((line) => `    ${line},`),
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n')
}

/** A text of JSON is one of Python. */
const quoteText = (text: string) => JSON.stringify(text)
const writeHeaders = (type: string) => `headers={"Content-Type": ${quoteText(type)}}`
const openFile = (name: string) => `open(${quoteText(name)}, "rb")`

function listArguments(payload: Sample['payload']): string[] {
  if (payload.kind === 'none') return []
  if (payload.kind === 'form')
    return [
      ...(payload.texts.length === 0 ? [] : [`data=${writeValue(Object.fromEntries(payload.texts), '    ')}`]),
      `files={${quoteText(payload.field)}: ${openFile(payload.file_name)}}`,
    ]
  if (payload.kind === 'file') return [`data=${openFile(payload.file_name)}`, writeHeaders(payload.type)]
  if (payload.kind === 'text') return [`data=${quoteText(payload.text)}.encode()`, writeHeaders(payload.type)]
  return [`json=${writeValue(payload.value, '    ')}`, ...(payload.type === 'application/json' ? [] : [writeHeaders(payload.type)])]
}

/** A value of JSON as a literal of Python. */
function writeValue(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const items = Array.isArray(value)
    ? value.map((item) => writeValue(item, inner))
    : Object.entries(value).map(([key, item]) => `${quoteText(key)}: ${writeValue(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return items.length === 0 ? open + close : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}
