import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, draftOf, type Setting } from './setting.ts'

const settings: readonly Setting[] = [
  { kind: 'number', path: 'api.token_idle_days', label: 'Days', isOptional: true },
  { kind: 'number', path: 'access.request_days', label: 'Days' },
  { kind: 'day', path: 'api.token_sunset', label: 'Day' },
  { kind: 'lines', path: 'access.tracker_urls', label: 'Trackers' },
  { kind: 'choice', path: 'access.integration_bot_id', label: 'Bot', choices: [], isNumber: true },
  { kind: 'choice', path: 'api.token_binding', label: 'Binding', choices: [] },
  { kind: 'ids', path: 'localization.locale_ids', label: 'Languages', choices: [] },
  { kind: 'switches', legend: 'Access', switches: [{ path: 'api.api_token_access', label: 'Tokens' }] },
]
const tree = {
  api: { token_idle_days: null, token_sunset: '2027-04-30T00:00:00Z', token_binding: 'any', api_token_access: 'true' },
  access: { request_days: 14, tracker_urls: ['https://a.example/', 'https://b.example/'], integration_bot_id: null },
  localization: { locale_ids: [2, 8] },
}

test('fields show the settings as text', () => {
  assert.deepEqual(draftOf(settings, tree), {
    'api.token_idle_days': '',
    'access.request_days': '14',
    'api.token_sunset': '2027-04-30',
    'access.tracker_urls': 'https://a.example/\nhttps://b.example/',
    'access.integration_bot_id': '',
    'api.token_binding': 'any',
    'localization.locale_ids': '2,8',
    'api.api_token_access': true,
  })
})

test('only changed settings are sent, each in the type the server takes', () => {
  const draft = draftOf(settings, tree)
  const change = (part: Record<string, string | boolean>) => changeOf(settings, tree, { ...draft, ...part })
  assert.deepEqual(change({}), {})
  assert.deepEqual(change({ 'api.token_idle_days': '30', 'access.request_days': '7' }), {
    api: { token_idle_days: 30 },
    access: { request_days: 7 },
  })
  assert.deepEqual(change({ 'api.token_sunset': '', 'api.api_token_access': false }), {
    api: { token_sunset: null, api_token_access: false },
  })
  assert.deepEqual(change({ 'api.token_sunset': '2027-05-01' }), { api: { token_sunset: '2027-05-01T00:00:00Z' } })
  assert.deepEqual(change({ 'access.tracker_urls': 'https://a.example/\n' }), { access: { tracker_urls: ['https://a.example/'] } })
  assert.deepEqual(change({ 'access.integration_bot_id': '7' }), { access: { integration_bot_id: 7 } })
  assert.deepEqual(change({ 'localization.locale_ids': '2,30' }), { localization: { locale_ids: [2, 30] } })
  assert.deepEqual(change({ 'localization.locale_ids': '' }), { localization: { locale_ids: [] } })
})

test('an invalid number is sent as one the server refuses', () => {
  const draft = draftOf(settings, tree)
  assert.deepEqual(changeOf(settings, tree, { ...draft, 'access.request_days': 'soon' }), { access: { request_days: -1 } })
  assert.deepEqual(changeOf(settings, tree, { ...draft, 'access.request_days': '' }), { access: { request_days: -1 } })
})
