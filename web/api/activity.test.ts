import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulationQuery } from './activity.ts'
import { securityQuery } from './security.ts'
import { instanceSettingsQuery } from './settings.ts'

test('what is read again every minute is not what the forms of settings are made from', () => {
  assert.equal(simulationQuery.refetchInterval, 60_000)
  for (const { queryKey } of [instanceSettingsQuery, securityQuery]) assert.notDeepEqual(simulationQuery.queryKey, queryKey)
})
