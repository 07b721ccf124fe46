/** The command that fills an instance with an invented company. */
import { AccountError } from '#accounts/create.ts'
import { readConfig } from '#config/config.ts'
import type { Context } from '#core/context.ts'
import { withContext } from '#seed/context.ts'
import { seed } from '#seed/seed.ts'
import { accountNamed, withInstallation } from './database.ts'

interface SeedArguments {
  readonly instance: string
  readonly tickets: string
  readonly random: string
  readonly force?: boolean
}

/** Fills an instance; the lines returned say how many tickets were made and how long it took. @throws AccountError */
export async function seedInstance(given: SeedArguments): Promise<string> {
  const tickets = wholeNumber('--tickets', given.tickets)
  const random = wholeNumber('--random', given.random)
  return withInstallation(async (connected) => {
    const account = await accountNamed(connected.database, given.instance)
    const fill = (ctx: Context) => seed(connected.database, ctx, { random, tickets, force: given.force === true })
    const made = await withContext(readConfig(process.env), connected, account, fill, { quiet: true })
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
    const lines = [
      `Instance ${given.instance} has ${made.tickets} tickets more.`,
      `  Story      ${made.told} tickets in ${seconds(made.story_ms)}`,
    ]
    const copies = made.tickets - made.told
    if (copies > 0) {
      const speed = Math.round(copies / (made.copies_ms / 1000))
      lines.push(`  Like them  ${copies} tickets in ${seconds(made.copies_ms)}, ${speed} a second`)
    }
    return lines.join('\n')
  })
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AccountError(`${option} must be a whole number, not "${text}"`)
  return Number(text)
}
