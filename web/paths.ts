// Every address the dashboard knows: its own pages, and the endpoints of the API it calls.
// No other file spells an address.

/** Pages of the dashboard. Below /admin an address is the menu's path, and so is the folder that holds the page. */
export const paths = {
  root: '/',
  sign_in: '/sign-in',
  admin: '/admin',
  api_tokens: '/admin/apps_and_integrations/api_tokens',
  new_api_token: '/admin/apps_and_integrations/api_tokens/new',
} as const

/** Endpoints of the server. */
export const endpoints = {
  api: '/api/v2/',
  /** The browsable description of the API, a page of the server. */
  reference: '/docs/api',
  sign_in: '/access/sign_in',
  me: '/api/v2/users/me',
  logout: '/api/v2/users/me/logout',
  api_tokens: '/api/v2/api_tokens',
  api_token: (id: number) => `/api/v2/api_tokens/${id}`,
} as const

/**
 * The page a person wanted before signing in, if it is one of ours; otherwise the dashboard.
 * Browsers read `//host` and `/\host` as addresses of other hosts, so both are refused.
 */
export function safeReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return paths.admin
  return wanted.startsWith(paths.sign_in) ? paths.admin : wanted
}
