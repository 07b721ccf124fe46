/** The URL of an issue of an external tracker: its canonical form, and the key by which two of them are compared. Pure. */
import { ensureDefined } from './defined.ts'

/** An issue of an external tracker. */
export interface TrackerIssue {
  /** The URL in canonical form. */
  readonly canonical: string
  /** The same for all URLs of this issue; never shown. Case-insensitive: trackers find `sec-9` as `SEC-9`. */
  readonly key: string
}

/** Longer texts are refused. Characters. */
const LONGEST = 2000
/** Invisible characters, which trackers ignore. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Characters that need no encoding in a path segment. @source RFC 3986 §3.3 */
const PLAIN = /%(?:24|26|2B|2C|3A|3D|40)/g

/** An issue key such as `SEC-9` after one of these words identifies an issue: what follows is a view of it or its title. */
const KEYED = /^(.*\/(?:browse|issues?)\/[a-z][a-z0-9_]*-\d+)\/.*$/is
/** So does a number; a further number after it is kept, for it may be part of the identifier. */
const NUMBERED = /^(.*\/(?:issues(?:\/incident)?|pull|merge_requests|work_items|epics)\/\d+)\/[^/]*\D.*$/is
/** A card by its short link, followed by its title. */
const CARD = /^(\/c\/[a-z0-9]{8})\/.*$/is
const VIEWS = [KEYED, NUMBERED, CARD]

/** Digits that some trackers treat like those of ASCII, and keys with letters treated so. No tracker writes its own issues like this. */
const FOREIGN_DIGIT = /(?!\d)\p{N}/u
const FOREIGN_KEY = /(?:^|\/)(?=[^/]*[^\0-\x7f])[\p{L}\p{M}\p{N}_]+-[\p{N}\p{M}]+(?:\/|$)/u

/**
 * URLs of one issue, by what trackers redirect to or show as the same: [pattern, replacement for comparing]. All in lower case, applied in
 * this order. The function of migration 0032 has the same list.
 */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  // GitLab: `/-/` is optional, and all kinds of issues share one sequence of numbers
  [/\/-(?=\/)/g, ''],
  [/\/(?:issues\/incident|quality\/test_cases|pull|work_items)\/(?=\d)/g, '/issues/'],
  [/\/groups\/(.+)\/epics\/(?=\d)/s, '/groups/$1/issues/'],
  // a format or a title after the number, as in `/issues/9.json` and `/issues/9-title`
  [/\/(issues|merge_requests|_workitems\/edit)\/(\d+)[^0-9a-z/].*$/s, '/$1/$2'],
  // Jira: an issue within a project, board, queue or portal, or in its API and its export
  [
    /(?:\/jira\/[a-z-]+(?:\/c)?)?\/(?:projects\/[^/]+\/(?:issues|boards?|queues)|boards|queues|portals?|servicedesk|rest\/[^/]+\/[^/]+\/issue|si\/[^/]+)\/(?:(?![a-z][a-z0-9_]*-\d+(?:\/|$))[^/]+\/)*([a-z][a-z0-9_]*-\d+)(?:\/.*)?$/s,
    '/browse/$1',
  ],
  [/\/(?:browse|issues?)\/([a-z][a-z0-9_]*-\d+)(?![0-9a-z]).*$/s, '/browse/$1'],
  // `/issues/009` and `SEC-09` are found as 9
  [/\/(issues|merge_requests|_workitems\/edit)\/0+(?=\d)/g, '/$1/'],
  [/([-/])0+(?=\d+$)/, '$1'],
]

/**
 * The same for host and path together. Azure DevOps: numbers belong to the organization, whichever of its projects is in the path, and the
 * organization has two hosts.
 */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^([a-z0-9-]+)\.visualstudio\.com(?:\/.*)?\/_workitems\/edit\/(\d+)$/s, 'dev.azure.com/$1/_workitems/edit/$2'],
  [/^dev\.azure\.com\/([^/]+)(?:\/.*)?\/_workitems\/edit\/(\d+)$/s, 'dev.azure.com/$1/_workitems/edit/$2'],
]

/** A page of Azure DevOps that shows or lists work items; a work item by its number in the path. */
const AZURE = /^(.*)\/_(?:workitems|boards|backlogs|sprints|queries|apis\/wit)(?:\/.*)?$/is
const AZURE_ITEM = /^(.*)\/_(?:workitems\/edit|queries\/edit|apis\/wit\/workitems)\/(\d+)(?:\/.*)?$/is
/** API paths of GitHub and GitLab: their answers are not pages, and they have their own numbers for issues and projects. */
const GITHUB_API = /^(.*)\/repos\/([^/]+\/[^/]+)\/(issues|pulls)\/(\d+)(?:\/.*)?$/is
const GITLAB_API = /^(.*)\/api\/v4\/projects\/(.*[^\d/].*)\/(issues|merge_requests)\/(\d+)(?:\/.*)?$/is

interface Place {
  readonly host: string
  readonly path: string
}

/** The page of the issue for other URLs of it, of the tracker's API or with the number in the query; undefined where those name none. */
function ownPage(host: string, path: string, query: URLSearchParams): Place | undefined {
  if (AZURE.test(path)) {
    const [, before = path.replace(AZURE, '$1'), number = numberIn(query, path)] = AZURE_ITEM.exec(path) ?? []
    return number === undefined ? undefined : { host, path: `${before}/_workitems/edit/${number}` }
  }
  const isGitHubApi = host === 'api.github.com' || /\/api\/v3\/repos\//i.test(path)
  if (isGitHubApi) {
    const [, before = '', repository, kind = '', number] = GITHUB_API.exec(path) ?? []
    if (repository === undefined) return undefined
    const page = `${before.replace(/\/api\/v3$/i, '')}/${repository}/${/^i/i.test(kind) ? 'issues' : 'pull'}/${number}`
    return { host: host === 'api.github.com' ? 'github.com' : host, path: page }
  }
  if (/\/api\/v4\//i.test(path)) {
    const [, before, project, kind, number] = GITLAB_API.exec(path) ?? []
    return project === undefined ? undefined : { host, path: `${before}/${project}/-/${kind?.toLowerCase()}/${number}` }
  }
  return { host, path }
}

/** The number of a work item in the query of a page that has none in its path. */
function numberIn(query: URLSearchParams, path: string): string | undefined {
  const names = /\/_workitems(?:\/|$)/i.test(path) ? ['workitem', 'id'] : ['workitem']
  return [...query].find(([name, value]) => names.includes(name.toLowerCase()) && /^\d+$/.test(value))?.[1]
}

/**
 * The issue that a URL names; undefined when it is not an http or https URL, names its issue in letters or digits beyond ASCII, or is a URL
 * of a known tracker that names none. The canonical form has host and scheme in lower case and no default port, user info, query, fragment,
 * parameters, empty or dot segments, trailing slash or dot, needless or repeated percent-encoding, encoded slash, or characters that look
 * like others. Canonicalising is idempotent.
 * @source RFC 3986 §6.2.2, docs/access.md
 */
export function trackerIssue(url: string): TrackerIssue | undefined {
  const parsed = parsedUrl(url)
  const written = parsed === undefined ? undefined : writtenPlace(parsed)
  if (parsed === undefined || written === undefined) return undefined
  const place = ownPage(written.host, written.path, parsed.searchParams)
  if (place === undefined) return undefined
  const { host } = place
  const path = VIEWS.reduce((text, view) => text.replace(view, '$1'), place.path)
  if (FOREIGN_DIGIT.test(path) || FOREIGN_KEY.test(path)) return undefined
  return {
    canonical: `${parsed.protocol}//${host}${encodedPath(path)}`,
    key: applyAliases(PLACES, host + applyAliases(ALIASES, path.toLowerCase())),
  }
}

function parsedUrl(url: string): URL | undefined {
  const parsed = url.length > LONGEST ? null : URL.parse(url.trim())
  return parsed === null || !/^https?:$/.test(parsed.protocol) ? undefined : parsed
}

/** Host and path as the tracker may interpret them. */
function writtenPlace({ hostname, port, pathname }: URL): Place | undefined {
  const path = decodedPath(pathname)
  const host = hostname.replace(/\.+$/, '') + (port === '' ? '' : `:${port}`)
  return path === undefined ? undefined : { host: host === 'www.github.com' ? 'github.com' : host, path }
}

/** The prefix of a tracker's URLs in the form of {@link TrackerIssue.canonical}. */
function rootOf(tracker: string): string | undefined {
  const parsed = parsedUrl(tracker)
  const place = parsed === undefined ? undefined : writtenPlace(parsed)
  return place === undefined ? undefined : `${parsed?.protocol}//${place.host}${encodedPath(place.path)}`.toLowerCase()
}

/** The path as the tracker may interpret it after all decoding; undefined when it is not valid text. */
function decodedPath(pathname: string): string | undefined {
  let text = pathname
  try {
    // each round removes a level of encoding, so that the loop ends
    for (let before = ''; text !== before;) {
      before = text
      text = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, ''))
        .normalize('NFKC')
        .replace(UNSEEN, '')
    }
  } catch (error) {
    // bytes that are not UTF-8: implementations disagree on what such a path names
    if (error instanceof URIError) return undefined
    throw error
  }
  const segments: string[] = []
  for (const part of ensureDefined(text.split(/[?#]/, 1)[0]).split(/[/\\]/)) {
    const segment = ensureDefined(part.split(';', 1)[0]).trim()
    if (segment === '..') segments.pop()
    else if (segment.replace(/[\s.]+$/, '') !== '') segments.push(segment.replace(/[\s.]+$/, ''))
  }
  return segments.map((segment) => `/${segment}`).join('')
}

function encodedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()).replace(PLAIN, decodeURIComponent))
    .join('/')
}

function applyAliases(aliases: typeof ALIASES, text: string): string {
  return aliases.reduce((before, [written, same]) => before.replace(written, same), text)
}

/** True for an issue below one of these trackers; each is a URL that ends with a slash. */
export function isBelow(issue: TrackerIssue, trackers: readonly string[]): boolean {
  const place = issue.canonical.toLowerCase()
  return trackers.some((tracker) => {
    const root = rootOf(tracker)
    return root !== undefined && place.startsWith(`${root}/`)
  })
}

/** True for a URL below one of these trackers that names no issue, compared by its literal prefix. */
export function namesNoIssue(url: string, trackers: readonly string[]): boolean {
  const text = url.trim().toLowerCase()
  return trackers.some((tracker) => text.startsWith(tracker.toLowerCase())) && trackerIssue(url) === undefined
}

/** The message for a URL for which {@link namesNoIssue} is true. */
export const NO_ISSUE = 'names no issue: write the address of the page of the issue'

/** The message for a URL that is not in canonical form. */
export function writeAs({ canonical }: TrackerIssue): string {
  return `must be written as ${canonical}`
}
