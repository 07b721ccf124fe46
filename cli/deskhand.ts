/** The command line. Thin: each command is an act of the server. Not here: any rule of the product. */
import { Command, Option } from 'commander'
import { ConfigError } from '../server/config.ts'
import { explain } from '../server/explain.ts'
import { auditHead, exportAudit, verifyAudit } from './audit.ts'
import { createInstance, dropInstance, listInstances, showInstance } from './instance.ts'
import { AccountError } from '../server/accounts/create.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

const program = new Command('deskhand').description(
  'An open, self-hostable customer-support service that speaks the public Support API v2.',
)

program
  .command('serve')
  .description('start the server; what it reads from the environment stands in docs/operations.md')
  .action(async () => void (await import('../server/main.ts')))

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
  .option('--owner-password <password>', 'made and shown once when not given')
  .option('--unlimited', 'no rate limits: for tests')
  .description('make an instance with everything a fresh one has')
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
  .command('drop')
  .argument('<subdomain>')
  .requiredOption('--yes', 'really remove it with everything it holds')
  .description('remove an instance and everything it holds, for good')
  .action(async (subdomain: string) => say(await dropInstance(subdomain)))

const audit = program.command('audit').description('the audit log: take it out, say where it stands, prove it off line')
audit
  .command('head')
  .requiredOption('--instance <subdomain>')
  .description('print where the chain stands, as <position>:<hash>: keep it where nobody of the installation can change it')
  .action(async ({ instance }: { instance: string }) => say(await auditHead(instance)))
audit
  .command('export')
  .requiredOption('--instance <subdomain>')
  .description('print all entries with their chain, one JSON object a line')
  .action(async ({ instance }: { instance: string }) => exportAudit(instance, process.stdout))
audit
  .command('verify')
  .requiredOption('--file <file>', 'an export; - reads from standard input')
  .option('--head <position:hash>', 'a head that was published: the export must hold it')
  .option('--after <position:hash>', 'for a part of the log: the head it goes on from')
  .description('prove an export, without a database; ends with code 1 and names the first wrong line')
  .action(async (options: Parameters<typeof verifyAudit>[0]) => say(await verifyAudit(options)))

program
  .command('seed')
  .requiredOption('--instance <subdomain>')
  .option('--tickets <count>', 'how many tickets; beyond 300 they are made like the first ones, fast', '300')
  .option('--random <seed>', 'the same number tells the same story', '1')
  .option('--force', 'also where others have made something')
  .description('fill an instance with a small invented company that looks alive')
  .action(async (options: Parameters<typeof import('./seed.ts').seedInstance>[0]) =>
    say(await (await import('./seed.ts')).seedInstance(options)),
  )

program
  .command('routes')
  .description('print every operation of the API')
  .action(async () => say((await import('./generate.ts')).routeList().trimEnd()))
program
  .command('generate')
  .option('--check', 'write nothing; fail when something is stale')
  .description('write what is generated: schema.sql, tables.ts, docs/routes.txt')
  .action(async ({ check }: { check?: boolean }) => {
    const { staleFiles, writeGenerated } = await import('./generate.ts')
    if (check !== true) return writeGenerated()
    const stale = await staleFiles()
    if (stale.length > 0) throw new AccountError(`Stale: ${stale.join(', ')}. Run: deskhand generate`)
    say('All generated files are fresh.')
  })

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof AccountError ? error.message : explain(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
})
