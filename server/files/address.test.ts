import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFilesUrl } from './address.ts'

test('the URL of a self-hosted service has host, bucket, folder, keys and options', () => {
  assert.deepEqual(readFilesUrl('s3://key:se%2Fcret@minio.example.com:9000/bucket/some/folder?region=eu-1&tls=false'), {
    endpoint: 'http://minio.example.com:9000',
    region: 'eu-1',
    bucket: 'bucket',
    prefix: 'some/folder/',
    path_style: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
  })
  assert.equal(readFilesUrl('s3://key:secret@r2.example.com/bucket?path_style=false').path_style, false)
})

test('without a host it is Amazon S3, and without keys the machine’s own credentials are used', () => {
  assert.deepEqual(readFilesUrl('s3:///bucket?region=eu-west-1'), {
    endpoint: null,
    region: 'eu-west-1',
    bucket: 'bucket',
    prefix: '',
    path_style: false,
    credentials: null,
  })
})

test('errors do not contain the secret', () => {
  const wrong = {
    'https://key:hidden@host/bucket': /s3:\/\//,
    's3://key:hidden@host/': /bucket/,
    's3://key:hidden@host/UP': /bucket/,
    's3://key@host/bucket': /both key and secret, or neither/,
    's3://key:hidden@host/bucket?tls=maybe': /tls must be/,
    's3://key:hidden@host/bucket?acl=public': /acl/,
  }
  for (const [url, said] of Object.entries(wrong))
    assert.throws(
      () => readFilesUrl(url),
      (error: Error) => said.test(error.message) && !error.message.includes('hidden'),
      url,
    )
})
