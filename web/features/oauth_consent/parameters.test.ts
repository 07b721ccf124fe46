import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parametersOf } from './parameters.ts'

test('parameters are passed on exactly as they were sent', () => {
  const search = '?client_id=a&state=1e5&scope=read%20write+x&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&other=1'
  assert.deepEqual(parametersOf(search), {
    client_id: 'a',
    redirect_uri: 'https://app.example.com/cb',
    scope: 'read write x',
    state: '1e5',
  })
})

test('a repeated parameter is passed on as a list, so that no two readers pick different values', () => {
  const parameters = parametersOf('?redirect_uri=https://a.example&redirect_uri=https://b.example')
  assert.deepEqual(parameters, { redirect_uri: ['https://a.example', 'https://b.example'] })
})
