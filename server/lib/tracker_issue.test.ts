import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBelow, namesNoIssue, trackerIssue } from './tracker_issue.ts'

const PLAIN = 'https://issues.example.com/browse/SEC-9'
const readCanonical = (url: string) => trackerIssue(url)?.canonical
const key = (url: string) => trackerIssue(url)?.key

test('a canonical URL is unchanged', () => {
  for (const url of [
    PLAIN,
    'http://tracker.example.com:8080/access/77',
    'https://dev.azure.com/org/My%20Project/_workitems/edit/12',
    'https://gitlab.example.com/group/sub-1/project/-/issues/5',
    'https://xn--bcher-kva.example/%C3%A9t%C3%A9/issues/1',
    'https://issues.example.com/a@b/c+d,e=f',
  ])
    assert.equal(readCanonical(url), url)
})

test('every other spelling has the same canonical form, and none is taken for another issue', () => {
  const written = [
    'HTTPS://Issues.Example.COM/browse/SEC-9',
    'https://issues.example.com:443/browse/SEC-9',
    'https://issues.example.com./browse/SEC-9',
    'https://me:secret@issues.example.com/browse/SEC-9',
    `${PLAIN}?`,
    `${PLAIN}?focused=1`,
    `${PLAIN}#`,
    `${PLAIN}#comment-2`,
    `${PLAIN}/`,
    `${PLAIN}///`,
    `${PLAIN};jsessionid=1`,
    `${PLAIN}/;x`,
    `${PLAIN}.`,
    `${PLAIN}%20`,
    `${PLAIN}%00`,
    `${PLAIN}%E2%80%8B`,
    `${PLAIN}\u200b`,
    `${PLAIN}/attachments/1`,
    `${PLAIN}/a-title-that-changes`,
    `${PLAIN}%3Fx`,
    `${PLAIN}%23x`,
    'https://issues.example.com//browse//SEC-9',
    'https://issues.example.com/./browse/SEC-9',
    'https://issues.example.com/x/../browse/SEC-9',
    'https://issues.example.com/x/%2e%2e/browse/SEC-9',
    'https://issues.example.com/x%2f..%2fbrowse/SEC-9',
    'https://issues.example.com/browse%2FSEC-9',
    'https://issues.example.com/browse%5CSEC-9',
    'https://issues.example.com\\browse\\SEC-9',
    'https://issues.example.com/brow%73e/%53EC-9',
    'https://issues.example.com/browse/SEC%2D9',
    'https://issues.example.com/browse/%2553EC-9',
    'https://issues.example.com/browse/SEC-９',
    'https://ｉssues.example.com/browse/SEC-9',
    ' https://issues.example.com/browse/SEC-9 ',
    'https://issues.example.com/bro\twse/SEC-9',
  ]
  for (const url of written) {
    assert.equal(readCanonical(url), PLAIN, url)
    assert.notEqual(url, PLAIN)
  }
  for (const url of ['https://issues.example.com/browse/sec-9', 'https://issues.example.com/projects/SEC/issues/SEC-9'])
    assert.equal(key(url), key(PLAIN), url)
  assert.equal(key('http://issues.example.com/browse/SEC-9'), key(PLAIN), 'with and without TLS it is the same tracker')
  assert.equal(key('https://github.com/acme/desk-2/pull/5/files'), key('https://github.com/acme/desk-2/issues/5'))
})

/** Pages that a tracker shows as one issue. */
const ONE_ISSUE: readonly (readonly string[])[] = [
  [
    'browse/SEC-9',
    'browse/SEC-09',
    'browse/sec-0009',
    'browse/SEC-9.json',
    'issue/SEC-9',
    'issues/SEC-9',
    'projects/SEC/issues/SEC-9',
    'projects/SEC/issues/SEC-09',
    'projects/SEC/boards/1/SEC-9',
    'projects/SEC/boards/1/backlog/SEC-9',
    'jira/software/c/projects/SEC/boards/1/SEC-9',
    'jira/software/projects/SEC/issues/SEC-9',
    'jira/servicedesk/projects/SEC/queues/custom/4/SEC-9',
    'projects/SEC/queues/custom/4/SEC-9',
    'queues/4/SEC-9',
    'servicedesk/agent/SEC/queues/4/SEC-9',
    'servicedesk/customer/portal/2/SEC-9',
    'servicedesk/customer/portal/2/SEC-9/comments',
    'portal/2/SEC-9',
    'rest/api/2/issue/SEC-9',
    'si/jira.issueviews:issue-xml/SEC-9/SEC-9.xml',
  ],
  ['jira/browse/SEC-9', 'jira/projects/SEC/issues/SEC-9', 'jira/servicedesk/customer/portal/2/SEC-9'],
  [
    'g/p/-/issues/9',
    'g/p/issues/9',
    'g/p/-/issues/009',
    'g/p/-/issues/incident/9',
    'g/p/-/issues/incident/09/timeline',
    'g/p/-/work_items/9',
    'g/p/work_items/9',
    'g/p/-/quality/test_cases/9',
    'g/p/issues/9.json',
    'g/p/-/issues/9-title',
    'g/p/-/issues/9-2',
    'g/p/-/issues/9/designs',
  ],
  ['g/p/-/merge_requests/9', 'g/p/merge_requests/9', 'g/p/-/merge_requests/09', 'g/p/-/merge_requests/9.diff'],
  ['g/desk-02/issues/5', 'g/desk-02/pull/05'],
  ['g/desk-2/issues/5'],
  ['access/77', 'access/077'],
  ['access/770'],
]

/** The same with their hosts; the first is the canonical one. */
const ONE_ITEM: readonly (readonly string[])[] = [
  [
    'https://dev.azure.com/org/project/_workitems/edit/123',
    'https://dev.azure.com/org/project/_workitems/edit/0123',
    'https://dev.azure.com/org/project/_workitems/edit/123/title',
    'https://dev.azure.com/org/project/_workitems/edit/123?fullScreen=true',
    'https://dev.azure.com/org/project/_workitems?id=123&_a=edit',
    'https://dev.azure.com/org/project/_workitems/index?ID=123',
    'https://dev.azure.com/org/project/_workitems/recentlyupdated/?workitem=123',
    'https://dev.azure.com/org/project/_boards/board/t/Team/Stories/?workitem=123',
    'https://dev.azure.com/org/project/_backlogs/backlog/Team/Epics/?workitem=123',
    'https://dev.azure.com/org/project/_sprints/taskboard/Team/project/Sprint%201?workitem=123',
    'https://dev.azure.com/org/project/_queries/edit/123/?triage=true',
    'https://dev.azure.com/org/project/_apis/wit/workItems/123',
    'https://dev.azure.com/org/_apis/wit/workitems/123/updates',
    'https://dev.azure.com/org/another/_workitems/edit/123',
    'https://dev.azure.com/org/_workitems/edit/123',
    'https://org.visualstudio.com/project/_workitems/edit/123',
    'https://ORG.visualstudio.com/DefaultCollection/project/_workitems/edit/123',
    'https://org.visualstudio.com/project/_workitems?id=123',
  ],
  ['https://dev.azure.com/org/project/_workitems/edit/124'],
  ['https://dev.azure.com/other/project/_workitems/edit/123', 'https://other.visualstudio.com/_workitems/edit/123'],
  [
    'https://tfs.example.com/tfs/Collection/project/_workitems/edit/123',
    'https://tfs.example.com/tfs/Collection/project/_workitems?id=123',
  ],
  ['https://tfs.example.com/tfs/Another/project/_workitems/edit/123'],
  [
    'https://github.com/acme/desk/issues/9',
    'https://www.github.com/acme/desk/issues/9',
    'https://github.com/acme/desk/pull/9/files',
    'https://api.github.com/repos/acme/desk/issues/9',
    'https://api.github.com/repos/acme/desk/issues/9/comments',
    'https://api.github.com/repos/acme/desk/pulls/9',
  ],
  ['https://github.example.com/acme/desk/issues/9', 'https://github.example.com/api/v3/repos/acme/desk/pulls/9'],
  [
    'https://gitlab.example.com/group/project/-/issues/9',
    'https://gitlab.example.com/group/project/-/work_items/9',
    'https://gitlab.example.com/api/v4/projects/group%2Fproject/issues/9',
    'https://gitlab.example.com/api/v4/projects/group%2fproject/issues/9/notes',
  ],
  [
    'https://gitlab.example.com/group/project/-/merge_requests/9',
    'https://gitlab.example.com/api/v4/projects/group%2Fproject/merge_requests/9',
  ],
  ['https://gitlab.example.com/in/a/path/g/p/-/issues/9', 'https://gitlab.example.com/in/a/path/api/v4/projects/g%2Fp/issues/9'],
  [
    'https://gitlab.example.com/groups/group/-/epics/9',
    'https://gitlab.example.com/groups/group/-/work_items/9',
    'https://gitlab.example.com/groups/group/-/epics/9/title',
  ],
]

test('Azure DevOps, GitHub and GitLab have one key for an issue, whichever of its pages and URLs is given', () => {
  const keys = ONE_ITEM.map((urls) => urls.map((url) => key(url)))
  for (const [index, row] of keys.entries())
    for (const [at, one] of row.entries()) {
      const url = ONE_ITEM[index]?.[at] as string
      assert.equal(one, row[0], url)
      assert.ok(one !== undefined, url)
      const written = readCanonical(url) as string
      assert.deepEqual([readCanonical(written), key(written)], [written, one], url)
    }
  for (const [url = ''] of ONE_ITEM) assert.equal(readCanonical(url), url)
  assert.equal(new Set(keys.map(([first]) => first)).size, keys.length)
})

test('URLs of known trackers that name no issue are refused', () => {
  for (const url of [
    'https://dev.azure.com/org/project/_workitems',
    'https://dev.azure.com/org/project/_workitems/',
    'https://dev.azure.com/org/project/_workitems/edit',
    'https://dev.azure.com/org/project/_workitems?id=x',
    'https://dev.azure.com/org/project/_boards/board/t/Team/Stories',
    'https://dev.azure.com/org/project/_boards/board/t/Team/Stories?id=9',
    'https://dev.azure.com/org/project/_sprints/taskboard/Team?workitem=9%20',
    'https://dev.azure.com/org/project/_queries/query/7',
    'https://org.visualstudio.com/project/_backlogs',
    'https://gitlab.example.com/api/v4/projects/77/issues/9',
    'https://gitlab.example.com/api/v4/issues/9',
    'https://api.github.com/repositories/77/issues/9',
    'https://api.github.com/repos/acme/desk',
  ])
    assert.equal(trackerIssue(url), undefined, url)
  const trackers = ['https://dev.azure.com/org/project/', 'https://GitLab.example.com/']
  assert.ok(namesNoIssue('https://dev.azure.com/org/project/_boards/board/t/Team/Stories', trackers))
  assert.ok(namesNoIssue(' https://gitlab.example.com/api/v4/projects/77/issues/9', trackers))
  assert.ok(!namesNoIssue('https://dev.azure.com/org/project/_workitems/edit/9', trackers))
  assert.ok(!namesNoIssue('https://elsewhere.example.com/api/v4/projects/77/issues/9', trackers))
})

test('one issue has one key, whichever of its pages is given', () => {
  const keys = ONE_ISSUE.map((pages) => pages.map((page) => key(`https://issues.example.com/${page}`)))
  for (const [index, row] of keys.entries()) for (const one of row) assert.equal(one, row[0], `${ONE_ISSUE[index]?.[0]}: ${one}`)
  assert.equal(new Set(keys.map(([first]) => first)).size, keys.length)
})

test('letters and digits that some trackers treat like those of ASCII are refused', () => {
  for (const path of [
    'browse/SEC-٩',
    'browse/ıT-9',
    'browse/SEC-9\u0308',
    'issues/٩',
    'issues/९-title',
    'x/ıT-9/y',
    'projects/ıT/issues/ıT-9',
  ])
    assert.equal(trackerIssue(`https://issues.example.com/${path}`), undefined, path)
  assert.equal(readCanonical(`${PLAIN}/٩-title`), PLAIN, 'a title may have them')
})

test('different issues have different keys', () => {
  const urls = [
    PLAIN,
    'https://issues.example.com/browse/SEC-90',
    'https://issues.example.com/browse/SEC-91',
    'https://issues.example.com/browse/SAC-9',
    'https://other.example.com/browse/SEC-9',
    'https://issues.example.com:8443/browse/SEC-9',
    'https://github.com/acme/desk-2/issues/5',
    'https://github.com/acme/desk-2/issues/6',
    'https://github.com/acme/desk-3/issues/5',
    'https://gitlab.example.com/a/-/merge_requests/5',
    'https://gitlab.example.com/a/-/issues/5',
    'https://gitlab.example.com/a/-/issues/50',
    'https://bitbucket.example.com/projects/SEC/repos/desk-2/pull-requests/5',
    'https://bitbucket.example.com/projects/SEC/repos/desk-2/pull-requests/6',
    'https://tracker.example.com/tickets/2026/17',
    'https://tracker.example.com/tickets/2026/18',
  ]
  assert.equal(new Set(urls.map(key)).size, urls.length)
})

test('a text that is not a web address names no issue', () => {
  for (const url of ['', 'SEC-9', 'ftp://issues.example.com/SEC-9', 'javascript:alert(1)', `${PLAIN}%ff`, `${PLAIN}/${'x'.repeat(2000)}`])
    assert.equal(trackerIssue(url), undefined, url)
})

test('an issue is below a tracker by its canonical form', () => {
  const isIssueBelow = (url: string, ...trackers: string[]) =>
    isBelow(trackerIssue(url) as NonNullable<ReturnType<typeof trackerIssue>>, trackers)
  assert.ok(isIssueBelow(PLAIN, 'https://issues.example.com/'))
  assert.ok(isIssueBelow(PLAIN, 'https://elsewhere.example.com/', 'https://issues.example.com/browse/'))
  assert.ok(isIssueBelow('https://jira.example.com/projects/SEC/issues/SEC-9', 'https://jira.example.com/projects/SEC/'))
  const item = 'https://dev.azure.com/org/project/_workitems/edit/9'
  for (const tracker of [
    'https://dev.azure.com/org/project/',
    'https://dev.azure.com/org/project/_workitems/',
    'https://dev.azure.com/org/project/_workitems/edit/',
  ])
    assert.ok(isIssueBelow(item, tracker), tracker)
  assert.ok(isIssueBelow('https://github.com/acme/desk/issues/9', 'https://www.github.com/acme/'))
  for (const url of [
    'https://issues.example.com',
    'https://issues.example.com/',
    'https://issues.example.com.evil.example/browse/SEC-9',
    'https://issues.example.com@evil.example/browse/SEC-9',
    'http://issues.example.com/browse/SEC-9',
  ])
    assert.ok(!isIssueBelow(url, 'https://issues.example.com/'), url)
  assert.ok(!isIssueBelow('https://issues.example.com/browse/../other/1', 'https://issues.example.com/browse/'))
})

const part = fc.constantFrom(
  '/',
  '//',
  '/.',
  '/..',
  '?',
  '#',
  ';',
  '%2f',
  '%5c',
  '%2e',
  '%20',
  '.',
  ' ',
  '%',
  '%25',
  '%3b',
  '\u200b',
  '９',
  'x',
  '9',
)

test('canonicalising is idempotent, and keeps the key', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 }), (parts) => {
      const issue = trackerIssue(`https://issues.example.com/browse/${parts.join('')}`)
      if (issue !== undefined) assert.deepEqual(trackerIssue(issue.canonical), issue)
    }),
    { numRuns: 3000, seed: 11 },
  )
})

/** Ways to write the same issue: each takes a URL and an index in it after the host. */
const MUTATIONS: Readonly<Record<string, (url: string, at: number) => string>> = {
  upper: (url) => url.toUpperCase(),
  lower: (url) => url.toLowerCase(),
  encode: (url, at) => replaceLetter(url, at, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`),
  encodeTwice: (url, at) => replaceLetter(url, at, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  fullWidth: (url, at) => replaceLetter(url, at, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  end: (url, at) =>
    url + ['/', '?', '#', ';', '.', '?a=b', '#c', ';d=e', '%20', '/..;/SEC-9', '/x', '\u00ad', '?id=8', '?workitem=8'][at % 14],
  dots: (url) => replacedPath(url, (path) => `/x/..${path}`),
  slashes: (url) => replacedPath(url, (path) => `/${path}`),
  port: (url) => url.replace('.com/', '.com:443/'),
  user: (url) => url.replace('://', '://u:p@'),
  view: (url, at) =>
    url.replace(
      /\/(?:-\/)?(?:issues|work_items|_workitems\/edit)\/(?=\d)/i,
      ['/issues/', '/-/issues/', '/work_items/', '/_apis/wit/workitems/'][at % 4] as string,
    ),
  query: (url, at) =>
    url.replace(
      /\/_workitems\/edit\/(\d+)$/i,
      [`/_workitems?id=$1`, '/_boards/board/t/T/S?workitem=$1', '/_queries/edit/$1'][at % 3] as string,
    ),
  project: (url) => url.replace(/(\/\/dev\.azure\.com\/[^/]+\/)[^/]+\//i, '$1another/'),
  api: (url) =>
    url
      .replace(/\/\/github\.com\//i, '//api.github.com/repos/')
      .replace(/(\/\/gitlab[^/]+\/)([^/]+)\/([^/]+)\/-\//i, '$1api/v4/projects/$2%2F$3/'),
}
const pathAt = (url: string) => Math.max(0, url.indexOf('/', url.indexOf('://') + 3))
const replaceLetter = (url: string, at: number, how: (letter: string) => string) => {
  const place = pathAt(url) + 1 + (at % Math.max(1, url.length - pathAt(url) - 1))
  return url.slice(0, place) + how(url[place] ?? 'x') + url.slice(place + 1)
}
const replacedPath = (url: string, how: (path: string) => string) => url.slice(0, pathAt(url)) + how(url.slice(pathAt(url)))

/** Issues with their tracker, and a pattern for their number in the URL. */
const MUTATED: readonly (readonly [url: string, tracker: string, named: RegExp])[] = [
  [PLAIN, 'https://issues.example.com/', /sec-9/],
  ['https://dev.azure.com/org/project/_workitems/edit/123', 'https://dev.azure.com/org/', /\/edit\/123$/],
  ['https://gitlab.example.com/g/p/-/issues/9', 'https://gitlab.example.com/', /\/g\/p\/(?:-\/)?(?:issues|work_items)\/9$/],
  ['https://github.com/acme/desk/issues/9', 'https://github.com/', /\/acme\/desk\/(?:-\/)?(?:issues|work_items)\/9$/],
]

test('every mutation of a URL is refused for not being canonical, or is the same issue', () => {
  const names = Object.keys(MUTATIONS)
  fc.assert(
    fc.property(
      fc.constantFrom(...MUTATED),
      fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(100)), { minLength: 1, maxLength: 4 }),
      ([plain, tracker, named], steps) => {
        const url = steps.reduce((text, [name, at]) => (MUTATIONS[name] as (url: string, at: number) => string)(text, at), plain)
        const issue = trackerIssue(url)
        const isTaken = issue !== undefined && issue.canonical === url && isBelow(issue, [tracker])
        assert.ok(!isTaken || issue.key === key(plain) || !named.test(url.toLowerCase()), url)
      },
    ),
    { numRuns: 6000, seed: 12 },
  )
})
