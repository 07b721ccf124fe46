import assert from 'node:assert/strict'
import { test } from 'node:test'
import { securityQuery } from '#features/security/queries.ts'
import { instanceSettingsQuery } from '#features/settings/queries.ts'
import { simulationQuery } from './simulation.ts'

test('what is read again every minute is not what the forms of settings are made from', () => {
  assert.equal(simulationQuery.refetchInterval, 60_000)
  for (const { queryKey } of [instanceSettingsQuery, securityQuery]) assert.notDeepEqual(simulationQuery.queryKey, queryKey)
})
