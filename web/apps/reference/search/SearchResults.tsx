import { formatCount } from '#kit/numbers.ts'
import { excerptOf, type SearchEntry } from './find.ts'
import { MarkedText } from './MarkedText.tsx'

/** Results beyond this number are counted but not shown. */
const MAX_SHOWN = 40
const EXAMPLES = ['close ticket', 'rate limit', 'api token', '/api/v2/users']

interface SearchResultsProps {
  /** Undefined while what can be found is loading. */
  found: readonly SearchEntry[] | undefined
  words: readonly string[]
  /** Searches for one of the examples. */
  onExample: (query: string) => void
}

/** The results, each with the reason why it was found; without a query, what can be searched. */
export function SearchResults({ found, words, onExample }: SearchResultsProps) {
  const isEmpty = words.length === 0
  return (
    // the focus stays in the field while the mouse is used: Safari would move it nowhere, and the results would close before the click
    <div className="results" onMouseDown={(event) => event.preventDefault()}>
      <p role="status" className="hint">
        {statusText(found, isEmpty)}
      </p>
      {isEmpty ? (
        <p className="examples">
          {EXAMPLES.map((example) => (
            <button key={example} type="button" className="button" onClick={() => onExample(example)}>
              {example}
            </button>
          ))}
        </p>
      ) : (
        <ul>
          {found?.slice(0, MAX_SHOWN).map((entry) => (
            <Result key={entry.address} entry={entry} words={words} />
          ))}
        </ul>
      )}
    </div>
  )
}

function statusText(found: readonly SearchEntry[] | undefined, isEmpty: boolean): string {
  if (isEmpty)
    return 'Titles, paths, descriptions, parameters and guides are searched. All words must match; the beginning of each is enough.'
  if (found === undefined) return 'Loading …'
  if (found.length === 0) return 'Nothing has all of these words. Try fewer, or the beginning of a word.'
  if (found.length > MAX_SHOWN) return `The best ${MAX_SHOWN} of ${formatCount(found.length, 'result')}: another word makes them fewer.`
  return formatCount(found.length, 'result')
}

const KINDS: Readonly<Record<Exclude<SearchEntry['kind'], 'operation'>, string>> = { guide: 'Guide', topic: 'Topic' }

function Result({ entry, words }: { entry: SearchEntry; words: readonly string[] }) {
  const { kind, title, path, address } = entry
  const excerpt = excerptOf(entry, words)
  const [method = ''] = path.split(' ', 1)
  return (
    <li>
      <a href={address}>
        <span className="result-title">
          {kind === 'operation' ? (
            <span className={`method ${method.toLowerCase()}`}>{method}</span>
          ) : (
            <span className="tag note">{KINDS[kind]}</span>
          )}{' '}
          <span>
            <MarkedText text={title} words={words} />
          </span>
        </span>
        {path === '' ? null : (
          <span className={kind === 'operation' ? 'result-path code-text' : 'result-path'}>
            <MarkedText text={kind === 'operation' ? path.slice(method.length + 1) : path} words={words} />
          </span>
        )}
        {excerpt === '' ? null : (
          <span className="result-excerpt">
            <MarkedText text={excerpt} words={words} />
          </span>
        )}
      </a>
    </li>
  )
}
