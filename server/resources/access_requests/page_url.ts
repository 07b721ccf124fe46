/** The page of an access request: the URL a person opens, and the description of the API token that comes of it. */
import { baseUrlOf } from '../../accounts/address.ts'
import type { Context } from '../../context.ts'
import { trackerIssue } from '../../lib/tracker_issue.ts'
import { type AccessRequestRow, findAccessRequest, findByExternalUrl } from './store.ts'

const PATH = /^\/access_requests\/([1-9]\d{0,14})(?:\/|$)/

/** Where a person finds an access request. @source spec §5.6 rule 1 for tokens */
export function pageUrlOf(ctx: Context, id: number): string {
  return `${ctx.caller.base_url}/access_requests/${id}`
}

/** The same page for a mail: under the instance's own address, whatever host the call that causes the mail has named. */
export function mailedPageUrlOf(ctx: Context, id: number): string {
  return `${baseUrlOf(ctx.account, ctx.services.config)}/access_requests/${id}`
}

/**
 * The access request of this instance that a URL names, however it is written: by its own page, under the address of the call or the one
 * mails are sent with, or as the issue of an outside tracker that it stands for. Undefined when it names none.
 */
export async function findRequestByPageUrl(ctx: Context, url: string): Promise<AccessRequestRow | undefined> {
  const issue = trackerIssue(url)
  if (issue === undefined) return undefined
  const own = [ctx.caller.base_url, baseUrlOf(ctx.account, ctx.services.config)].map((base) => trackerIssue(base)?.key)
  const root = own.find((base) => base !== undefined && issue.key.startsWith(`${base}/`))
  const id = root === undefined ? undefined : PATH.exec(issue.key.slice(root.length))?.[1]
  return id === undefined ? findByExternalUrl(ctx, issue) : findAccessRequest(ctx, Number(id))
}
