/** The command line. Each command calls one function of the server; product rules do not belong here. */
import { Command, Option } from 'commander'
import { ConfigError } from '#config/config.ts'
import { explain } from '#start/explain.ts'
import { auditHead, exportAudit, verifyAudit } from './audit.ts'
import { exportInstance, importInstanceFile, restore, verifyBackup, writeBackup } from './backup.ts'
import { createInstance, dropInstance, listInstances, releaseInstance, resumeInstance, showInstance, stopInstance } from './instance.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { versionText } from './version.ts'
import { AccountError } from '#accounts/create.ts'
import { BackupError } from '#backup/manifest.ts'
import { DEFAULT_SHARDS, DistributionError, MAX_SHARDS } from '#db/distribution/plan.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

const program = new Command('deskhand').description(
  'An open, self-hostable customer-support service that speaks the public Support API v2.',
)
program.option('--version', 'print the versions of Deskhand, Node, the embedded PostgreSQL and the schema')
program.on('option:version', () => {
  say(versionText())
  process.exit(0)
})

program
  .command('serve')
  .description('start the server; its environment variables are listed in docs/operations.md')
  .option('--workers <count>', 'number of web processes that share the port; same as WEB_CONCURRENCY')
  .option('--demo', 'the first start fills the first instance with an invented company; same as DESKHAND_DEMO=1')
  .action(async ({ workers, demo }: { workers?: string; demo?: true }) => {
    if (workers !== undefined) process.env.WEB_CONCURRENCY = workers
    if (demo === true) process.env.DESKHAND_DEMO = 'on'
    await import('#start/main.ts')
  })

const instance = program.command('instance').description('instances: one deployment serves many')
instance
  .command('create')
  .argument('<subdomain>', 'the instance answers to <subdomain>.<DESKHAND_DOMAIN>')
  .option('--name <name>', 'its name; by default the subdomain')
  .addOption(new Option('--kind <kind>').choices(['production', 'sandbox', 'development']).default('development'))
  .addOption(new Option('--deployment <deployment>').choices(['commercial', 'government']).default('commercial'))
  .option('--host <host>', 'a host name of its own, beside the subdomain')
  .option('--owner-email <email>', "the owner's e-mail address", 'admin@example.com')
  .option('--owner-name <name>', "the owner's name", 'Administrator')
  .option('--owner-password <password>', 'generated and printed once if omitted')
  .option('--unlimited', 'no rate limits: for tests')
  .description('create an instance with the default records')
  .action(async (subdomain: string, options) => say(await createInstance(subdomain, options)))
instance
  .command('list')
  .description('list the instances')
  .action(async () => say(await listInstances()))
instance
  .command('show')
  .argument('<subdomain>')
  .description('show one instance as JSON')
  .action(async (subdomain: string) => say(await showInstance(subdomain)))
instance
  .command('export')
  .argument('<subdomain>')
  .argument('<file>', 'the file to write; must not exist')
  .option('--since <file>', 'what was written before: stops the instance, and writes only what has changed since')
  .description('write one instance, rows and files, to one file; the server may run meanwhile')
  .action(async (subdomain: string, file: string, options) => say(await exportInstance(subdomain, file, options)))
instance
  .command('import')
  .argument('<file>', 'what `deskhand instance export` has written')
  .option('--subdomain <subdomain>', 'another subdomain than in the file')
  .option('--hold', 'the first file of a move: nothing is done with the instance until that of export --since is imported')
  .description('bring an exported instance into this installation; verifies it first; the server may run meanwhile')
  .action(async (file: string, options) => say(await importInstanceFile(file, options)))
instance
  .command('stop')
  .argument('<subdomain>')
  .description('before a move: let the instance be read, and nothing change it; returns when every process has confirmed that')
  .action(async (subdomain: string) => say(await stopInstance(subdomain)))
instance
  .command('resume')
  .argument('<subdomain>')
  .description('let a stopped instance go on')
  .action(async (subdomain: string) => say(await resumeInstance(subdomain)))
instance
  .command('release')
  .argument('<subdomain>')
  .option('--to <url>', 'where it is now, such as https://help.example.com: calls are sent on there with 307; without it they get 503')
  .description('after a move: say that a stopped instance is elsewhere')
  .action(async (subdomain: string, options) => say(await releaseInstance(subdomain, options)))
instance
  .command('drop')
  .argument('<subdomain>')
  .requiredOption('--yes', 'confirm the deletion of the instance and its data')
  .description('permanently delete an instance and its data')
  .action(async (subdomain: string) => say(await dropInstance(subdomain)))

program
  .command('doctor')
  .option('--deep', 'read every byte of every file')
  .option('--json', 'print the findings as JSON')
  .description('diagnose the installation and suggest fixes; changes nothing; exits with code 1 if a check fails')
  .action(async (options) => {
    const { text, is_well } = await (await import('./doctor.ts')).runDoctor(options)
    say(text)
    if (!is_well) process.exitCode = 1
  })

program
  .command('database')
  .description('the database')
  .command('distribute')
  .option(
    '--shards <count>',
    `into how many parts accounts are divided, at most ${MAX_SHARDS}; no command changes it later`,
    String(DEFAULT_SHARDS),
  )
  .option('--dry-run', 'print the SQL and change nothing; needs no Citus')
  .description('distribute the tables by account over the nodes of Citus, with all processes stopped; see docs/citus.md')
  .action(async (options) => say(await (await import('./distribute.ts')).distributeDatabase(options, say)))

program
  .command('owner')
  .description('the owner of an instance')
  .command('reset-password')
  .requiredOption('--instance <subdomain>')
  .option('--email <email>', 'of another administrator, instead of the owner')
  .option('--password <password>', 'generated and printed once if omitted')
  .option('--drop-factor', 'also remove the second factor')
  .description('set a new password for the owner or another administrator and end their sessions; recorded in the audit log')
  .action(async (options) => say(await (await import('./owner.ts')).resetPassword(options)))

program
  .command('secret')
  .description('the secret that stored tokens are hashed with')
  .command('accept')
  .requiredOption('--yes', 'confirm the loss of everything stored under another secret')
  .description(
    'use the current secret (DESKHAND_SECRET or DATA_DIR/secret) for the database from now on. What was stored under another is lost: every API token, OAuth client and token and session, and everything sealed: second factors, secrets of identity providers, integrations and targets, one-time secrets',
  )
  .action(async () => say(await (await import('./secret.ts')).acceptSecret()))

const jobs = program.command('jobs').description('the queue of jobs')
jobs
  .command('list')
  .option('--instance <subdomain>', 'those of one instance')
  .option('--failed', 'those that have failed for good')
  .description('list jobs that wait, run or have failed')
  .action(async (options) => say(await listJobs(options)))
jobs
  .command('retry')
  .argument('[id]')
  .option('--instance <subdomain>', 'with --failed: those of one instance; with the id of a bulk job as the API names it: its instance')
  .option('--failed', 'all that have failed for good')
  .description('start failed jobs again; bulk jobs continue after their last finished item')
  .action(async (id: string | undefined, options) => say(await retryJobs(id, options)))

const audit = program.command('audit').description('the audit log: export it, print its head, verify an export offline')
audit
  .command('head')
  .requiredOption('--instance <subdomain>')
  .description("print the head of the chain as <position>:<hash>; store it outside the installation's control")
  .action(async ({ instance }: { instance: string }) => say(await auditHead(instance)))
audit
  .command('export')
  .requiredOption('--instance <subdomain>')
  .description('print all entries with their chain, one JSON object a line')
  .action(async ({ instance }: { instance: string }) => exportAudit(instance, process.stdout))
audit
  .command('verify')
  .requiredOption('--file <file>', 'an export; - reads from standard input')
  .option('--head <position:hash>', 'a published head that the export must contain')
  .option('--after <position:hash>', 'for a partial export: the head before its first entry')
  .description('verify an export without a database; exits with code 1 and prints the first invalid line')
  .action(async (options: Parameters<typeof verifyAudit>[0]) => say(await verifyAudit(options)))

program
  .command('backup')
  .argument('<file>', 'the file to write; must not exist')
  .option('--include-secret', 'include the secret; anyone who has the file can then restore everything')
  .description('write the whole installation, database and files, to one file; the server may run meanwhile')
  .action(async (file: string, options) => say(await writeBackup(file, options)))
  .command('verify')
  .argument('<file>')
  .description('verify a backup without a database')
  .action(async (file: string) => say(await verifyBackup(file)))
program
  .command('restore')
  .argument('<file>', 'what `deskhand backup` has written')
  .option('--keep-files', 'the files are already in place: restore the database only')
  .option('--other-secret', "continue without the backup's secret: its tokens, sessions and encrypted values become unusable")
  .description('restore a backup into an empty DATA_DIR or database; verifies it first')
  .action(async (file: string, options) => say(await restore(file, options)))

program
  .command('seed')
  .requiredOption('--instance <subdomain>')
  .option('--tickets <count>', 'how many tickets; beyond 300 they are made like the first ones, fast', '300')
  .option('--random <seed>', 'random seed: the same number generates the same data', '1')
  .option('--force', 'even if the instance already has other data')
  .description('fill an instance with sample data of an invented company')
  .action(async (options: Parameters<typeof import('./seed.ts').seedInstance>[0]) =>
    say(await (await import('./seed.ts')).seedInstance(options)),
  )

const rules = program.command('rules').description('tests of business rules, as files')
rules
  .command('test')
  .argument('<files...>', 'YAML files with tests; docs/rule_tests.md says what they hold')
  .option('--url <url>', 'a running server, which makes an instance for each test; its DESKHAND_INSTANCES_SECRET stands in the environment')
  .description('play tests of triggers, automations and SLA policies on throw-away instances; exits with code 1 if one fails')
  .action(async (files: string[], options: { url?: string }) => {
    const { text, is_well } = await (await import('./rules/test.ts')).testRules(files, options)
    say(text)
    if (!is_well) process.exitCode = 1
  })

rules
  .command('record')
  .argument('<ticket>', 'its id')
  .requiredOption('--url <url>', 'the server; DESKHAND_ADMIN_EMAIL and DESKHAND_API_TOKEN stand in the environment')
  .option('--host <host>', 'the Host header that names the instance, where the URL does not')
  .description('print a test made from the history of a ticket: read it before you keep it, it holds the texts of the comments')
  .action(async (ticket: string, options) => say(await (await import('./rules/record.ts')).recordRules(ticket, options)))

program
  .command('mail')
  .description('the mails that are sent')
  .command('preview')
  .argument('[name]', 'the mail to print; without it all are listed')
  .option('--html', 'as the HTML document that mail programs show')
  .description('print a mail with sample values')
  .action(async (name: string | undefined, options) => say((await import('./mail.ts')).previewMail(name, options)))

program
  .command('routes')
  .description('print every operation of the API')
  .action(async () => say((await import('./generate.ts')).routeList().trimEnd()))
program
  .command('generate')
  .option('--check', 'write nothing; fail when something is stale')
  .description(
    'write the generated files: migrations/schema.sql, migrations/distribution.sql, server/db/tables.ts, web/contract/operations.ts, docs/routes.txt, docs/api/coverage.md',
  )
  .action(async ({ check }: { check?: boolean }) => {
    const { staleFiles, writeGenerated } = await import('./generate.ts')
    if (check !== true) return writeGenerated()
    const stale = await staleFiles()
    if (stale.length > 0) throw new AccountError(`Stale: ${stale.join(', ')}. Run: deskhand generate`)
    say('All generated files are up to date.')
  })
program
  .command('examples <folder>')
  .option('--anew', 'replace examples that still fit')
  .description('choose the examples of the API reference from what tests have recorded')
  .action(async (folder: string, { anew }: { anew?: boolean }) => {
    say(await (await import('./examples.ts')).writeExamples(folder, anew === true))
  })

program.parseAsync().catch((error: unknown) => {
  const isRefusal = error instanceof AccountError || error instanceof BackupError || error instanceof DistributionError
  process.stderr.write(`${isRefusal ? error.message : explain(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
})
