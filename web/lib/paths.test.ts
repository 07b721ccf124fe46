import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessRequestIdOf, paths, safeReturnPath } from './paths.ts'

test('these are all the paths of the dashboard', () => {
  assert.deepEqual(Object.values(paths), [
    '/',
    '/sign-in',
    '/admin',
    '/account',
    '/account/second_factor',
    '/forgotten_password',
    '/verify_address',
    '/set_password',
    '/home',
    '/admin/account/settings',
    '/admin/account/clock',
    '/admin/account/security',
    '/secrets',
    '/secrets/new',
    '/secrets/$id',
    '/admin/account/outbox',
    '/admin/account/outbox/$id',
    '/oauth/authorizations/new',
    '/admin/account/audit_log',
    '/access_requests',
    '/access_requests/new',
    '/access_requests/$id',
    '/integrations/$id',
    '/admin/people/team_members',
    '/admin/people/team_members/new',
    '/admin/people/team_members/$id',
    '/admin/people/access_people',
    '/admin/people/access_settings',
    '/agent/tickets/$id',
    '/agent/users/$id',
    '/agent/tickets/$ticket_id/audits/$id/trace',
    '/admin/objects_and_rules/business_rules/triggers',
    '/admin/objects_and_rules/business_rules/triggers/new',
    '/admin/objects_and_rules/business_rules/triggers/$id',
    '/admin/objects_and_rules/business_rules/triggers/$id/revisions',
    '/admin/objects_and_rules/business_rules/trigger_categories',
    '/admin/objects_and_rules/business_rules/automations',
    '/admin/objects_and_rules/business_rules/automations/new',
    '/admin/objects_and_rules/business_rules/automations/$id',
    '/admin/objects_and_rules/business_rules/macros',
    '/admin/objects_and_rules/business_rules/macros/new',
    '/admin/objects_and_rules/business_rules/macros/$id',
    '/admin/objects_and_rules/business_rules/views',
    '/admin/objects_and_rules/business_rules/views/new',
    '/admin/objects_and_rules/business_rules/views/$id',
    '/admin/objects_and_rules/business_rules/sla_policies',
    '/admin/objects_and_rules/business_rules/sla_policies/new',
    '/admin/objects_and_rules/business_rules/sla_policies/$id',
    '/admin/objects_and_rules/business_rules/group_sla_policies',
    '/admin/objects_and_rules/business_rules/group_sla_policies/new',
    '/admin/objects_and_rules/business_rules/group_sla_policies/$id',
    '/admin/objects_and_rules/business_rules/schedules',
    '/admin/objects_and_rules/business_rules/schedules/new',
    '/admin/objects_and_rules/business_rules/schedules/$id',
    '/admin/objects_and_rules/business_rules/rule_report',
    '/admin/apps_and_integrations/api_tokens',
    '/admin/apps_and_integrations/api_tokens/new',
    '/admin/apps_and_integrations/api_tokens/$id',
    '/admin/apps_and_integrations/api_activity',
    '/admin/apps_and_integrations/api_settings',
    '/admin/apps_and_integrations/radar',
    '/admin/apps_and_integrations/oauth_clients',
    '/admin/apps_and_integrations/oauth_clients/new',
    '/admin/apps_and_integrations/oauth_clients/$id',
    '/admin/apps_and_integrations/integrations',
    '/admin/apps_and_integrations/integrations/$id',
    '/admin/apps_and_integrations/webhooks',
    '/admin/apps_and_integrations/webhooks/new',
    '/admin/apps_and_integrations/webhooks/$id',
    '/admin/apps_and_integrations/webhooks/$id/edit',
    '/admin/apps_and_integrations/webhooks/$id/invocations/$invocation_id',
  ])
})

test('after signing in the user returns to the page they requested', () => {
  assert.equal(
    safeReturnPath('/admin/apps_and_integrations/api_tokens?status=active'),
    '/admin/apps_and_integrations/api_tokens?status=active',
  )
  assert.equal(safeReturnPath(undefined), '/')
  assert.equal(safeReturnPath('/sign-in?return_to=/admin'), '/')
})

for (const address of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) {
  test(`"${address}" is not a path to return to`, () => assert.equal(safeReturnPath(address), '/'))
}

test('only the page URL of an access request of this instance is recognised', () => {
  const origin = 'https://help.example.com'
  assert.equal(accessRequestIdOf(`${origin}/access_requests/12`, origin), 12)
  assert.equal(accessRequestIdOf(`${origin}/access_requests/12/`, origin), 12)
  for (const url of ['', '12', `${origin}/access_requests/`, `${origin}/access_requests/12?x`, `${origin}.evil.example/access_requests/12`])
    assert.equal(accessRequestIdOf(url, origin), undefined, url)
})
