import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { LOCALES, localeByCode, localeById } from '#lib/locales.ts'

const app = await useApp()
const anonymous = app.as({})

test('each locale has an id and a code of its own, and is found by both', () => {
  assert.equal(new Set(LOCALES.map((locale) => locale.id)).size, LOCALES.length)
  assert.equal(new Set(LOCALES.map((locale) => locale.locale.toLowerCase())).size, LOCALES.length)
  for (const locale of LOCALES) {
    assert.equal(localeById(locale.id), locale)
    assert.equal(localeByCode(locale.locale.toUpperCase()), locale)
  }
})

test('the locales of the account, of agents and of the product are listed without login, with the recorded keys', async () => {
  for (const path of ['/api/v2/locales.json', '/api/v2/locales/public', '/api/v2/locales/agent']) {
    const { status, body } = await anonymous.get(path)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['locales', 'next_page', 'previous_page', 'count'])
    assert.deepEqual(Object.keys(body.locales[0]), [
      'url',
      'id',
      'locale',
      'name',
      'native_name',
      'presentation_name',
      'rtl',
      'created_at',
      'updated_at',
      'default',
    ])
    assert.equal(body.locales[0].url, `${app.base_url}/api/v2/locales/en-US.json`)
    assert.equal(body.locales[0].default, true)
  }
})

test('wrong credentials are refused even on routes that need none', async () => {
  assert.equal((await app.as({ email: app.admin.email, token: 'wrong' }).get('/api/v2/locales')).status, 401)
})

test('a locale is found by id and by code in any case', async () => {
  assert.equal((await anonymous.get('/api/v2/locales/30.json')).body.locale.rtl, true)
  assert.equal((await anonymous.get('/api/v2/locales/EN-us')).body.locale.id, 1)
  for (const id of ['777', 'xx', '9223372036854775807']) assert.equal((await anonymous.get(`/api/v2/locales/${id}`)).status, 404)
})

test('the current locale is that of the user, or that of the account without login', async () => {
  assert.equal((await app.api.get('/api/v2/locales/current')).body.locale.locale, 'en-US')
  assert.equal((await anonymous.get('/api/v2/locales/current')).body.locale.locale, 'en-US')
})

test('the best locale is of the same language where there is one', async () => {
  const detectBestLocale = async (query: string) => (await anonymous.get(`/api/v2/locales/detect_best_locale${query}`)).body.locale.locale
  assert.equal(await detectBestLocale('?available_locales[]=es&available_locales[]=en-gb'), 'en-gb')
  assert.equal(await detectBestLocale('?available_locales[]=xx&available_locales[]=ja&available_locales[]=es'), 'ja')
  assert.equal(await detectBestLocale('?available_locales=de,en-US'), 'en-US')
  assert.equal(await detectBestLocale(''), 'en-US')
  assert.equal((await anonymous.put('/api/v2/locales/detect_best_locale', { available_locales: ['fr'] })).body.locale.locale, 'fr')
  assert.equal((await anonymous.put('/api/v2/locales/detect_best_locale', { available_locales: 7 })).status, 400)
})
