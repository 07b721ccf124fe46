/** The page of an access request: the URL a person opens, which is also the description of the API token it results in. */
import { baseUrlOf } from '#accounts/address.ts'
import type { Context } from '#core/context.ts'
import { trackerIssue } from '#lib/tracker_issue.ts'
import { type AccessRequestRow, findAccessRequest, findByExternalUrl } from './store.ts'

const PATH = /^\/access_requests\/([1-9]\d{0,14})(?:\/|$)/

/** The URL of the page of an access request. @source docs/reference/specification.md §5.6.5 */
export function pageUrlOf(ctx: Context, id: number): string {
  return `${ctx.caller.base_url}/access_requests/${id}`
}

/** The same page for a mail: always under the account's own address, whatever host the call that causes the mail was sent to. */
export function toMailedPageUrl(ctx: Context, id: number): string {
  return `${baseUrlOf(ctx.account, ctx.services.config)}/access_requests/${id}`
}

/** The host names of the local machine. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The account's own addresses: that of the call, the one used in mails and the subdomain; a loopback host counts under all its names. */
function ownAddresses({ account, caller, services: { config } }: Context): string[] {
  const named = `http://${account.subdomain}.${config.domain}:${config.port}`
  return [caller.base_url, baseUrlOf(account, config), named].flatMap((base) => {
    const { protocol, hostname, port } = new URL(base)
    const hosts = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
    return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
  })
}

/**
 * The access request of this account that a URL refers to in any spelling: by its own page under any address of the account, or by the
 * issue of an external tracker it stands for. Undefined when there is none.
 */
export async function findRequestByPageUrl(ctx: Context, url: string): Promise<AccessRequestRow | undefined> {
  const issue = trackerIssue(url)
  if (issue === undefined) return undefined
  const own = ownAddresses(ctx).map((base) => trackerIssue(base)?.key)
  const root = own.find((base) => base !== undefined && issue.key.startsWith(`${base}/`))
  const id = root === undefined ? undefined : PATH.exec(issue.key.slice(root.length))?.[1]
  return id === undefined ? findByExternalUrl(ctx, issue) : findAccessRequest(ctx, Number(id))
}
