/** The first start: creates the first instance and its owner, from the environment or from defaults. */
import { randomBytes } from 'node:crypto'
import { hashPassword } from '#auth/passwords.ts'
import { addBootstrapToken, createAccount } from '#accounts/create.ts'
import { allAccounts } from '#accounts/directory.ts'
import { DEFAULT_SETTINGS } from '#accounts/settings.ts'
import { passwordProblems } from '#auth/password_policy.ts'
import { type Config, ConfigError } from '#config/config.ts'
import { defineStatement } from '#db/builder.ts'
import { systemContext } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import type { Server } from '#http/serve.ts'
import { base62Bytes } from '#lib/base62.ts'
import { machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'

/** The created instance. `password` is set only when it was generated here: it can be shown now and never again. */
export interface FirstInstance {
  readonly email: string
  readonly password: string | null
  readonly token_given: boolean
  /** It was filled with an invented company; see {@link fillWithDemo}. */
  readonly has_demo: boolean
}

const raiseInstanceIds = defineStatement<unknown>(`select setval('accounts_id_seq', $1 - 1) from accounts_id_seq
  where (case when is_called then last_value else last_value - 1 end) < $1 - 1`)
const lock = defineStatement<unknown>('select pg_advisory_xact_lock(7301913)')

/**
 * Creates the first instance when there is none; else null. Ids of new instances begin where the configuration says, also in an old
 * installation.
 * @throws ConfigError when the owner's password violates the policy
 */
export async function ensureFirstInstance(db: Db, config: Config, pepper: Buffer): Promise<FirstInstance | null> {
  const { id } = config.first_instance
  if (id === 1 && (await allAccounts(db)).length > 0) return null
  return db.transaction(async (tx) => {
    await tx.all(lock()) // two processes may start at once: the second finds the ids raised and the instance created
    if (id > 1) await tx.all(raiseInstanceIds(id))
    return (await allAccounts(tx)).length > 0 ? null : makeFirstInstance(tx, config, pepper)
  })
}

/** The same message as for every other owner; see cli/instance.ts. A password given for a later start is not checked. */
function requirePassword({ admin_password, admin_email }: Config['first_instance']): void {
  if (admin_password === null) return
  const [problem] = passwordProblems(DEFAULT_SETTINGS.security.password, admin_password, admin_email)
  if (problem !== undefined) throw new ConfigError(`DESKHAND_ADMIN_PASSWORD ${problem}`)
}

async function makeFirstInstance(tx: Db, config: Config, pepper: Buffer): Promise<FirstInstance> {
  const first = config.first_instance
  requirePassword(first)
  const made = first.admin_password === null ? base62Bytes(randomBytes(12)) : null
  const now = machineNow()
  const password_hash = await hashPassword(first.admin_password ?? ensureDefined(made))
  const account = await createAccount(
    tx,
    {
      subdomain: 'main',
      domain: config.domain,
      name: first.name,
      kind: first.kind,
      deployment: first.deployment,
      is_default: true,
      settings: first.unlimited ? { rate_limit: { plan: 'unlimited', endpoints: false } } : {},
      owner: { name: 'Administrator', email: first.admin_email, password_hash },
    },
    now,
  )
  if (first.api_token !== null) await addBootstrapToken(tx, pepper, account, first.api_token, now)
  return { email: first.admin_email, password: made, token_given: first.api_token !== null, has_demo: first.demo }
}

/** Fills the instance that this start has made with an invented company. Nobody is mailed or called. */
export async function fillWithDemo({ database, services, log }: Server): Promise<void> {
  const { seed, STORY_TICKETS } = await import('#seed/seed.ts')
  const [account] = await allAccounts(database)
  const { config } = services
  const base_url = config.public_url ?? `http://localhost:${config.port}`
  const ctx = systemContext({ account: ensureDefined(account), db: database, log, services: { ...services, is_quiet: true }, base_url })
  await seed(database, ctx, { random: 1, tickets: STORY_TICKETS, force: false })
}
