// Samples of a call in curl, JavaScript and Python: what the form sends, with the API token in the environment.
import type { Call } from './call.ts'

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** A call with its URL and its body, parsed if it is JSON. */
interface Sample {
  method: string
  url: string
  user: string
  is_open: boolean
  body: unknown
  file: string | undefined
  type: string | undefined
}

const MAX_LINE_LENGTH = 70

/** The sample of a call. `server`: the base URL, without a trailing slash. */
export function sampleOf(call: Call, server: string, language: Language): string {
  const sample = {
    ...call,
    url: server + call.address,
    user: `${call.email || 'you@example.com'}/token`,
    body: parseBody(call),
    file: call.file_name,
  }
  return { curl: writeCurl, JavaScript: writeJavaScript, Python: writePython }[language](sample)
}

function parseBody({ type, body }: Call): unknown {
  if (type === undefined || !/[/+]json$/.test(type)) return body
  try {
    return JSON.parse(body)
  } catch {
    // not yet JSON: shown as it is typed
    return body
  }
}

const isJson = ({ body }: Sample) => typeof body !== 'string'
const quoteText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** On one line, unless it would be too long. */
function bodyText({ body }: Sample): string {
  if (typeof body === 'string') return body
  const line = JSON.stringify(body) ?? ''
  return line.length <= MAX_LINE_LENGTH ? line : JSON.stringify(body, null, 2)
}

function writeCurl(sample: Sample): string {
  const { method, url, user, is_open, type, file } = sample
  const data = file === undefined ? bodyText(sample) : `@${file}`
  return [
    `curl ${/[?&[\]]/.test(url) ? `-g ${quoteText(url)}` : url}`,
    ...(method === 'GET' || (method === 'POST' && type !== undefined) ? [] : [`-X ${method}`]),
    ...(is_open ? [] : [`-u "${user}:$TOKEN"`]),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`, `${isJson(sample) ? '-d' : '--data-binary'} ${quoteText(data)}`]),
  ].join(' \\\n  ')
}

function writeJavaScript(sample: Sample): string {
  const { method, url, user, is_open, body, type, file } = sample
  const headers = [
    ...(is_open ? [] : [`    Authorization: 'Basic ' + btoa('${user}:' + process.env.TOKEN),`]),
    ...(type === undefined ? [] : [`    'Content-Type': '${type}',`]),
  ]
  const text = isJson(sample) ? `JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})` : JSON.stringify(body)
  return [
    ...(file === undefined ? [] : ["import { openAsBlob } from 'node:fs'", '']),
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(type === undefined ? [] : [`  body: ${file === undefined ? text : `await openAsBlob(${JSON.stringify(file)})`},`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

function writePython(sample: Sample): string {
  const { method, url, user, is_open, body, type, file } = sample
  const content = file === undefined ? JSON.stringify(body) : `open(${JSON.stringify(file)}, "rb")`
  const data = isJson(sample)
    ? [`    json=${inPython(body, '    ')},`]
    : [`    data=${content},`, `    headers={"Content-Type": ${JSON.stringify(type)}},`]
  return [
    ...(is_open ? [] : ['import os']),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(is_open ? [] : [`    auth=("${user}", os.environ["TOKEN"]),`]),
    ...(type === undefined ? [] : data),
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n')
}

/** A JSON value as a literal of Python. */
function inPython(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const items = Array.isArray(value)
    ? value.map((item) => inPython(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inPython(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return items.length === 0 ? open + close : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}
