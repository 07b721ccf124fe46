/** A YAML document with the lines of its parts, for messages that say where something is wrong. */
import { LineCounter, type Document, isNode, parseAllDocuments } from 'yaml'
import { AccountError } from '#accounts/create.ts'

/** A way into a document: `['then', 'tickets', 'first', 'status']`. */
export type Path = readonly (string | number)[]

/** One document of a file. */
export interface Source {
  readonly file: string
  readonly value: unknown
  /** The line of a part, or of the nearest part around it that is there. */
  line(path: Path): number
  /** Ends with an error at a part. @throws AccountError */
  refuse(path: Path, must: string): never
}

/** The most documents in a file, and characters of a file. */
const MAX_DOCUMENTS = 200
const MAX_CHARACTERS = 1024 * 1024
/** Of one document; aliases beyond that are refused. */
const MAX_ALIASES = 100

/** Reads the documents of a file. @throws AccountError with file and line */
export function readSources(file: string, text: string): Source[] {
  if (text.length > MAX_CHARACTERS) throw new AccountError(`${file}: has more than ${MAX_CHARACTERS} characters`)
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })
  if (!Array.isArray(documents) || documents.length === 0) throw new AccountError(`${file}: is empty`)
  if (documents.length > MAX_DOCUMENTS) throw new AccountError(`${file}: has more than ${MAX_DOCUMENTS} tests`)
  return documents.map((document) => sourceOf(file, document, lines))
}

function sourceOf(file: string, document: Document.Parsed, lines: LineCounter): Source {
  const [error] = document.errors
  if (error !== undefined) throw new AccountError(`${file}:${lines.linePos(error.pos[0]).line}: ${error.message}`)
  const line = (path: Path) => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const refuse = (path: Path, must: string): never => {
    throw new AccountError(`${file}:${line(path)}: ${path.length === 0 ? 'the test' : path.join('.')} ${must}`)
  }
  return { file, value: valueOf(file, document), line, refuse }
}

function valueOf(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    throw new AccountError(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}
