/** The command that restores access for an owner or administrator. */
import { randomBytes } from 'node:crypto'
import { AccountError } from '#accounts/create.ts'
import type { PasswordPolicy } from '#accounts/settings.ts'
import { passwordProblems } from '#auth/password_policy.ts'
import { readConfig } from '#config/config.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import { base62Bytes } from '#lib/base62.ts'
import { getAdministrator, regainAccess } from '#modules/sign_in/second_factors/regain.ts'
import { withContext } from '#seed/context.ts'
import { accountNamed, withInstallation } from './database.ts'

interface ResetOptions {
  readonly instance: string
  readonly email?: string
  readonly password?: string
  readonly dropFactor?: boolean
}

/** Sets a password and ends all sessions; the lines returned show a generated password, once. @throws AccountError */
export function resetPassword(options: ResetOptions): Promise<string> {
  const config = readConfig(process.env)
  return withInstallation(async (connected) => {
    const account = await accountNamed(connected.database, options.instance)
    const act = async (ctx: Parameters<typeof getAdministrator>[0]) => {
      const user = await getAdministrator(ctx, options.email ?? null)
      const password = options.password ?? generatePassword(account.settings.security.password, user.email)
      await regainAccess(ctx, user, { password, drop_factor: options.dropFactor === true })
      return { user, password }
    }
    const { user, password } = await withContext(config, connected, account, act, { mails: true }).catch(toAccountError(options))
    return [
      `${user.name} (${user.email ?? 'without an e-mail address'}) of ${options.instance} has a new password. All their sessions have ended.`,
      `  Password   ${options.password === undefined ? `${password}   shown once: keep it now` : '(the one you gave)'}`,
      ...(options.dropFactor === true ? ['  Second factor   taken away'] : []),
    ].join('\n')
  })
}

/** A generated password of some 100 random bits that satisfies the instance's policy. */
function generatePassword(policy: PasswordPolicy, email: string | null): string {
  for (;;) {
    const password = `${base62Bytes(randomBytes(6))}-${base62Bytes(randomBytes(7))}`.padEnd(
      policy.min_length,
      base62Bytes(randomBytes(128)),
    )
    if (passwordProblems(policy, password, email).length === 0) return password
  }
}

const toAccountError =
  ({ email, instance }: ResetOptions) =>
  (error: unknown): never => {
    if (error instanceof NotFound)
      throw new AccountError(
        email === undefined
          ? `${instance} has no active owner: name an administrator with --email`
          : `${instance} has no active administrator ${email}`,
      )
    if (error instanceof RecordInvalid)
      throw new AccountError(
        Object.values(error.details)
          .flat()
          .map(({ description }) => description)
          .join('\n'),
      )
    throw error
  }
