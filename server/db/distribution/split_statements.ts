/** Splits a file of SQL into its statements. Pure. */

/**
 * What a semicolon may stand in without ending a statement: comments, texts with and without escapes, quoted names, and texts between dollars.
 * Comments within comments, and SQL bodies of functions without quotes (`begin atomic`), are not known.
 */
const PART = /--[^\n]*|\/\*[^]*?\*\/|\b[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$(\w*)\$[^]*?\$\1\$|;/g

/** The statements of a text, without their semicolons and without comments before them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let begin = 0
  for (const { 0: part, index } of text.matchAll(PART)) {
    if (part !== ';') continue
    statements.push(text.slice(begin, index))
    begin = index + 1
  }
  statements.push(text.slice(begin))
  return statements
    .map((statement) => statement.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/, '').trimEnd())
    .filter((statement) => statement !== '')
}
