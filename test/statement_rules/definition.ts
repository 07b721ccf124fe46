/** Where a statement is written, for messages. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#lib/root.ts'

let files: ReadonlyMap<string, string> | undefined

/** A text with each run of blanks as one space. */
export function collapseBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function readFiles(): ReadonlyMap<string, string> {
  const paths = globSync('{server,cli,test,bench}/**/*.ts', { cwd: ROOT })
  return new Map(paths.map((path) => [path, collapseBlanks(readFileSync(join(ROOT, path), 'utf8'))]))
}

/** The files that have the longest part of a text that any file has; [] when none has a part of four words. */
export function findDefinitions(text: string): readonly string[] {
  files ??= readFiles()
  const words = collapseBlanks(text).split(' ')
  for (let length = Math.min(words.length, 24); length >= 4; length = Math.floor(length * 0.7)) {
    for (let begin = 0; begin + length <= words.length; begin += length) {
      const part = words.slice(begin, begin + length).join(' ')
      const found = [...files].filter(([, content]) => content.includes(part)).map(([path]) => path)
      if (found.length > 0) return found
    }
  }
  return []
}
