/** The URL of an issue of an outside tracker: the one way to write it, and by what two of them are told to be the same issue. Pure. */

/** An issue of an outside tracker. */
export interface TrackerIssue {
  /** The URL as it has to be written. */
  readonly canonical: string
  /** What all URLs of this issue have in common; never shown. Case makes no difference: trackers find `sec-9` as `SEC-9`. */
  readonly key: string
}

/** Longer texts are no URL of an issue. Characters. */
const LONGEST = 2000
/** What a reader does not see, and trackers ignore. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Characters that stand for themselves in a segment of a path. @source RFC 3986 §3.3 */
const PLAIN = /%(?:24|26|2B|2C|3A|3D|40)/g

/** An issue key such as `SEC-9` behind one of these words is the whole name of an issue: what follows is a view of it or its title. */
const KEYED = /^(.*\/(?:browse|issues?)\/[a-z][a-z0-9_]*-\d+)\/.*$/is
/** So is a number; a further number behind it is left alone, for it may be part of the name. */
const NUMBERED = /^(.*\/(?:issues(?:\/incident)?|pull|merge_requests|work_items|epics)\/\d+)\/[^/]*\D.*$/is
/** A card by its short link, with its title behind it. */
const CARD = /^(\/c\/[a-z0-9]{8})\/.*$/is
const VIEWS = [KEYED, NUMBERED, CARD]

/** Digits that some trackers read as those of ASCII, and keys whose letters some read as such. No tracker writes its own issues so. */
const FOREIGN_DIGIT = /(?!\d)\p{N}/u
const FOREIGN_KEY = /(?:^|\/)(?=[^/]*[^\0-\x7f])[\p{L}\p{M}\p{N}_]+-[\p{N}\p{M}]+(?:\/|$)/u

/**
 * Addresses of one issue, by what trackers forward to or show as the same: [what is written, what it is compared as]. All in small letters,
 * applied in this order. The function of migration 0032 has the same.
 */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  // GitLab: `/-/` is optional, and all kinds of issue have one row of numbers
  [/\/-(?=\/)/g, ''],
  [/\/(?:issues\/incident|quality\/test_cases|pull|work_items)\/(?=\d)/g, '/issues/'],
  [/\/groups\/(.+)\/epics\/(?=\d)/s, '/groups/$1/issues/'],
  // a format or a title behind the number, as in `/issues/9.json` and `/issues/9-title`
  [/\/(issues|merge_requests|_workitems\/edit)\/(\d+)[^0-9a-z/].*$/s, '/$1/$2'],
  // Jira: an issue within a project, board, queue or portal, or as its API and its export have it
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
 * The same for host and path together. Azure DevOps: numbers are those of the organization, whichever of its projects is named, and the
 * organization has two hosts.
 */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^([a-z0-9-]+)\.visualstudio\.com(?:\/.*)?\/_workitems\/edit\/(\d+)$/s, 'dev.azure.com/$1/_workitems/edit/$2'],
  [/^dev\.azure\.com\/([^/]+)(?:\/.*)?\/_workitems\/edit\/(\d+)$/s, 'dev.azure.com/$1/_workitems/edit/$2'],
]

/** A page of Azure DevOps that shows work items, or lists them; a work item by its number in the path. */
const AZURE = /^(.*)\/_(?:workitems|boards|backlogs|sprints|queries|apis\/wit)(?:\/.*)?$/is
const AZURE_ITEM = /^(.*)\/_(?:workitems\/edit|queries\/edit|apis\/wit\/workitems)\/(\d+)(?:\/.*)?$/is
/** Parts of the APIs of GitHub and GitLab: what they answer is no page, and they have numbers of their own for issues and projects. */
const GITHUB_API = /^(.*)\/repos\/([^/]+\/[^/]+)\/(issues|pulls)\/(\d+)(?:\/.*)?$/is
const GITLAB_API = /^(.*)\/api\/v4\/projects\/(.*[^\d/].*)\/(issues|merge_requests)\/(\d+)(?:\/.*)?$/is

interface Place {
  readonly host: string
  readonly path: string
}

/** The page of the issue where the tracker has other addresses for it, of its API or with the number in the query; undefined where those name none. */
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
 * The issue that a URL names; undefined for what is no http or https URL, names its issue in letters or digits beyond ASCII, or is an
 * address of a known tracker that names none. The canonical form has host and scheme in small letters and no
 * default port, user info, query, fragment, parameters, empty or dot segments, slash or dot at the end, needless or repeated
 * percent-encoding, encoded slash, or characters that look like others. Canonical of canonical is the same.
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
    key: compared(PLACES, host + compared(ALIASES, path.toLowerCase())),
  }
}

function parsedUrl(url: string): URL | undefined {
  const parsed = url.length > LONGEST ? null : URL.parse(url.trim())
  return parsed === null || !/^https?:$/.test(parsed.protocol) ? undefined : parsed
}

/** Host and path as the tracker may read them. */
function writtenPlace({ hostname, port, pathname }: URL): Place | undefined {
  const path = decodedPath(pathname)
  const host = hostname.replace(/\.+$/, '') + (port === '' ? '' : `:${port}`)
  return path === undefined ? undefined : { host: host === 'www.github.com' ? 'github.com' : host, path }
}

/** The beginning of a tracker's addresses in the form of {@link TrackerIssue.canonical}. */
function rootOf(tracker: string): string | undefined {
  const parsed = parsedUrl(tracker)
  const place = parsed === undefined ? undefined : writtenPlace(parsed)
  return place === undefined ? undefined : `${parsed?.protocol}//${place.host}${encodedPath(place.path)}`.toLowerCase()
}

/** The path as the tracker may read it after all decoding; undefined when it is no text. */
function decodedPath(pathname: string): string | undefined {
  let text = pathname
  try {
    // each round takes a level of encoding away, so that it ends
    for (let before = ''; text !== before;) {
      before = text
      text = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, ''))
        .normalize('NFKC')
        .replace(UNSEEN, '')
    }
  } catch (error) {
    // bytes that are no UTF-8: no two readers agree on what such a path names
    if (error instanceof URIError) return undefined
    throw error
  }
  const segments: string[] = []
  for (const part of (text.split(/[?#]/, 1)[0] as string).split(/[/\\]/)) {
    const segment = (part.split(';', 1)[0] as string).trim()
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

function compared(aliases: typeof ALIASES, text: string): string {
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

/** True for a URL below one of these trackers that names no issue, as its beginning is written. */
export function namesNoIssue(url: string, trackers: readonly string[]): boolean {
  const text = url.trim().toLowerCase()
  return trackers.some((tracker) => text.startsWith(tracker.toLowerCase())) && trackerIssue(url) === undefined
}

/** What is said of a URL that {@link namesNoIssue}. */
export const NO_ISSUE = 'names no issue: write the address of the page of the issue'

/** What is said of a URL that is not written in its canonical form. */
export function writeAs({ canonical }: TrackerIssue): string {
  return `must be written as ${canonical}`
}
