// Samples of a call in curl, JavaScript and Python, generated from the example of an operation.
import type { Operation } from './api_document.ts'

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** One call, as the samples need it. */
interface Call {
  method: string
  url: string
  is_open: boolean
  body?: unknown
  type: string
}

const MAX_LINE_LENGTH = 70
const USER = 'you@example.com/token'

/** The path of an operation with its example values; a parameter without one becomes its name in capitals. */
function pathOf({ path, parameters }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const example = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example
    return example === undefined ? name.toUpperCase() : encodeURIComponent(String(example))
  })
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  const text = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')
  return text === '' ? filled : `${filled}?${text}`
}

/** The sample of an operation. `server`: the base URL, without a trailing slash. */
export function sampleOf(operation: Operation, server: string, language: Language): string {
  const { method, is_open, body } = operation
  const call = {
    method,
    url: server + pathOf(operation),
    is_open,
    type: body?.type ?? '',
    ...(body === undefined ? {} : { body: body.example }),
  }
  return { curl, JavaScript: javascript, Python: python }[language](call)
}

const isJson = ({ type }: Call) => /[/+]json$/.test(type)
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** On one line, unless it would be too long. */
function bodyText({ body }: Call): string {
  if (typeof body === 'string') return body
  const line = JSON.stringify(body) ?? ''
  return line.length <= MAX_LINE_LENGTH ? line : JSON.stringify(body, null, 2)
}

function curl(call: Call): string {
  const { method, url, is_open, body, type } = call
  return [
    `curl ${/[?&[\]]/.test(url) ? `-g ${quoted(url)}` : url}`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...(is_open ? [] : [`-u "${USER}:$TOKEN"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${type}'`, `${isJson(call) ? '-d' : '--data-binary'} ${quoted(bodyText(call))}`]),
  ].join(' \\\n  ')
}

function javascript(call: Call): string {
  const { method, url, is_open, body, type } = call
  const headers = [
    ...(is_open ? [] : [`    Authorization: 'Basic ' + btoa('${USER}:' + process.env.TOKEN),`]),
    ...(body === undefined ? [] : [`    'Content-Type': '${type}',`]),
  ]
  const text = isJson(call) ? `JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})` : JSON.stringify(bodyText(call))
  return [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: ${text},`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

function python(call: Call): string {
  const { method, url, is_open, body, type } = call
  const data = isJson(call)
    ? [`    json=${inPython(body, '    ')},`]
    : [`    data=${JSON.stringify(bodyText(call))},`, `    headers={"Content-Type": "${type}"},`]
  return [
    ...(is_open ? [] : ['import os']),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(is_open ? [] : [`    auth=("${USER}", os.environ["TOKEN"]),`]),
    ...(body === undefined ? [] : data),
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
