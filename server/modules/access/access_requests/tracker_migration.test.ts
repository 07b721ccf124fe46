/** The migration to one key for all spellings of an issue, run on rows from before it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { createFiledRequest } from '#test/governance.ts'
import { defineStatement } from '#db/builder.ts'
import { migrationText } from '#db/setup/migrate.ts'
import { trackerIssue } from '#lib/tracker_issue.ts'

const app = await useApp({}, { own: true }) // migrates the whole database
const { database } = app.database
const FILE = '0028_tracker_issue_keys.sql'
/** The newest migration that defines the function. */
const NEWEST = '0032_issues_and_providers.sql'
const ISSUE = 'https://issues.example.com/browse/SEC-9'
const SPELLINGS = ['', '?', '?a=b', ';x', '%20', '/comments', '.'].map((end) => ISSUE + end)
const URLS = [
  ...SPELLINGS,
  'https://issues.example.com/browse/sec-9',
  'https://issues.example.com/browse/%53EC-9',
  'https://issues.example.com/browse/%2553EC-9',
  'https://issues.example.com//browse//SEC-9',
  'https://issues.example.com/browse%2FSEC-9',
  'https://issues.example.com/x%2f..%2fbrowse/SEC-9',
  'https://issues.example.com/browse/SEC-%EF%BC%99',
  'https://issues.example.com/browse/SEC-9%E2%80%8B',
  'https://issues.example.com/projects/SEC/issues/SEC-9',
  'https://issues.example.com:8443/browse/SEC-9',
  'https://github.com/acme/desk-2/pull/5/files',
  'https://github.com/acme/desk-2/issues/6',
  'https://dev.azure.com/org/My%20Project/_workitems/edit/12/',
  'https://tracker.example.com/c/AbCd1234/5-title',
  ...[
    'browse/SEC-09',
    'browse/SEC-9.json',
    'browse/SEC-9/browse/X-1',
    'issue/SEC-9',
    'issues/SEC-09',
    'jira/projects/SEC/issues/SEC-9',
    'projects/SEC/boards/1/SEC-09',
    'jira/software/c/projects/SEC/boards/1/SEC-9',
    'jira/servicedesk/projects/SEC/queues/custom/4/SEC-9',
    'servicedesk/agent/SEC/queues/4/SEC-9',
    'servicedesk/customer/portal/2/SEC-9/X-1',
    'portal/2/SEC-9',
    'queues/SEC-9',
    'rest/api/2/issue/SEC-9',
    'si/jira.issueviews:issue-xml/SEC-9/SEC-9.xml',
    'jira/servicedesk/customer/portal/2/SEC-9',
    'projects/P/repos/r-2/pull-requests/5',
    'g/p/-/issues/9',
    'g/p/issues/009',
    'g/p/-/issues/incident/09',
    'g/p/-/issues/incident/9/timeline',
    'g/p/-/work_items/9',
    'g/p/-/quality/test_cases/9',
    'g/p/issues/9.json',
    'g/p/-/issues/9-title/x',
    'g/p/-/issues/9-2',
    'g/p/-/issues/009/5',
    'a/-/-/b',
    'g/p/-/merge_requests/09',
    'g/p/merge_requests/9.diff',
    'g/desk-02/pull/05',
    'access/077',
    'access/000',
    'browse/SEC-00',
  ].map((path) => `https://issues.example.com/${path}`),
  'https://tracker.example.com/tickets/2026/17',
  ...['123', '0123', '123/title', '123?x=y'].map((end) => `https://dev.azure.com/org/project/_workitems/edit/${end}`),
  'https://dev.azure.com/org/project/_queries/edit/123/',
  'https://dev.azure.com/org/_apis/wit/workItems/123/updates',
  'https://ORG.visualstudio.com/DefaultCollection/project/_workitems/edit/123',
  'https://org.visualstudio.com/_workitems/edit/7',
  'https://tfs.example.com/tfs/Collection/project/_workitems/edit/123',
  'https://www.github.com/acme/desk/issues/9',
  'https://api.github.com/repos/acme/desk/issues/9/comments',
  'https://api.github.com/repos/acme/desk/pulls/9',
  'https://github.example.com/api/v3/repos/acme/desk/pulls/9',
  'https://gitlab.example.com/api/v4/projects/group%2Fproject/issues/9/notes',
  'https://gitlab.example.com/in/api/v4/projects/g%2Fp/merge_requests/9',
  'https://gitlab.example.com/groups/group/-/epics/9/title',
  'https://gitlab.example.com/groups/group/sub/-/work_items/9',
]

async function run(text: string): Promise<void> {
  await database.driver.begin(async (sql) => {
    await sql.unsafe(text)
  })
}

test('SQL and code compute the same key of an issue', async () => {
  const text = await migrationText(NEWEST)
  const made = text.slice(text.indexOf('create function'), text.indexOf('end $$;') + 'end $$;'.length)
  await run(made)
  const key = defineStatement<{ key: string | null }>('select tracker_issue_key($1) as key')
  for (const url of URLS) assert.equal((await database.first(key(url)))?.key, trackerIssue(url)?.key, url)
  for (const url of ['no address', `${ISSUE}%ff`, `${ISSUE}%00`]) await database.first(key(url))
  await run('drop function tracker_issue_key(text)')
})

test('migrating rows with several spellings of one issue leaves the key with one request, and the issue used once', async () => {
  const ids: number[] = []
  for (const _ of SPELLINGS) ids.push((await createFiledRequest(app)).request.id)
  await run(`alter table access_requests drop column external_key;
    create unique index access_requests_external_url on access_requests (account_id, external_url) where external_url is not null`)
  const give = defineStatement<unknown>('update access_requests set external_url = $3, api_token_id = $4 where account_id = $1 and id = $2')
  const token = (await app.api.get('/api/v2/api_tokens')).body.api_tokens[0].id
  for (const [index, id] of ids.entries()) await database.run(give(1, id, SPELLINGS[index], index === 2 ? token : null))
  const spend = defineStatement<unknown>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
    values ($1, sha256(convert_to($2, 'UTF8')), $2, $3, $4)`)
  for (const [index, url] of SPELLINGS.entries()) await database.run(spend(1, url, 100 - index, new Date(2020, 0, 20 - index)))

  await run(await migrationText(FILE))

  const keys = defineStatement<{ id: number }>('select id from access_requests where account_id = $1 and external_key is not null')
  assert.deepEqual(
    (await database.all(keys(1))).map(({ id }) => id),
    [ids[2]],
    'the one that has led to a token',
  )
  const urls = defineStatement<{ external_url: string }>(
    'select external_url from access_requests where account_id = $1 and external_url is not null',
  )
  assert.equal((await database.all(urls(1))).length, SPELLINGS.length, 'the others keep what they say')
  const selectSpentUrls = defineStatement<{ url: string; api_token_id: number }>(
    'select url, api_token_id from tracker_issues where account_id = $1',
  )
  const first = (await database.all(selectSpentUrls(1))).map(({ url, api_token_id }) => [url, api_token_id])
  assert.deepEqual(first, [[SPELLINGS.at(-1), 100 - SPELLINGS.length + 1]], 'the first token of all')
})

test('after the newest migration, an issue with several known pages belongs to one request and to its first token', async () => {
  const pages = ['org/a/_workitems/edit/5', 'org/b/_workitems/edit/5', 'org/a/_workitems/edit/6'].map(
    (path) => `https://dev.azure.com/${path}`,
  )
  const ids: number[] = []
  for (const _ of pages) ids.push((await createFiledRequest(app)).request.id)
  const give = defineStatement<unknown>(
    "update access_requests set external_url = $3, external_key = sha256(convert_to($3, 'UTF8')) where account_id = $1 and id = $2",
  )
  for (const [index, id] of ids.entries()) await database.run(give(1, id, pages[index]))
  await database.run(defineStatement<unknown>('delete from tracker_issues where account_id = $1')(1))
  const spend = defineStatement<unknown>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
    values ($1, sha256(convert_to($2, 'UTF8')), $2, $3, $4)`)
  for (const [index, url] of pages.entries()) await database.run(spend(1, url, 200 - index, new Date(2020, 0, 20 - index)))

  await run(await migrationText(NEWEST))

  const selectKeys = defineStatement<{ id: number; key: Buffer }>(
    'select id, external_key as key from access_requests where account_id = $1 and id = any($2::bigint[]) and external_key is not null order by id',
  )
  const digest = (url: string) =>
    createHash('sha256')
      .update(trackerIssue(url)?.key ?? '')
      .digest('hex')
  const shown = (await database.all(selectKeys(1, ids))).map(({ id, key }) => [id, Buffer.from(key).toString('hex')])
  assert.deepEqual(shown, [
    [ids[0], digest(pages[0] as string)],
    [ids[2], digest(pages[2] as string)],
  ])
  const selectSpentKeys = defineStatement<{ key: Buffer; api_token_id: number }>(
    'select key, api_token_id from tracker_issues where account_id = $1 order by api_token_id',
  )
  assert.deepEqual(
    (await database.all(selectSpentKeys(1))).map(({ key, api_token_id }) => [Buffer.from(key).toString('hex'), api_token_id]),
    [
      [digest(pages[2] as string), 198],
      [digest(pages[0] as string), 199],
    ],
  )
})
