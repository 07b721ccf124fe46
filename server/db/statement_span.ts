/** The tracing span of a statement: its text, in which values are parameters, and never the values. */
import { inClientSpan, isTracing, type SpanAbout } from '#tracing/spans.ts'

const MAX_TEXT_LENGTH = 1000
const TABLE = /\b(?:from|into|update)\s+"?(\w+)/i

/** The span of one statement. @source https://opentelemetry.io/docs/specs/semconv/database/database-spans/ */
function statementSpan(text: string): SpanAbout {
  const start = text.slice(0, MAX_TEXT_LENGTH)
  const operation = /\w+/.exec(start)?.[0].toUpperCase() ?? 'STATEMENT'
  const table = TABLE.exec(start)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': start },
  }
}

/** Runs a statement within its span, where tracing is on. */
export function runInStatementSpan<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  return isTracing() ? inClientSpan(() => statementSpan(text), work) : work()
}
