import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pictureOf } from './picture.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const PICTURES = {
  png: [hex('89504e470d0a1a0a 0000000d 49484452 00000003 00000002 08020000'), { type: 'image/png', width: 3, height: 2 }],
  gif: [Buffer.from('GIF89a\x03\x00\x02\x00\x80\x00', 'latin1'), { type: 'image/gif', width: 3, height: 2 }],
  jpeg: [
    hex('ffd8 ffe0 0010 4a46494600010100000100010000 ff ffc2 0011 08 0002 0003 03012200021101031101'),
    { type: 'image/jpeg', width: 3, height: 2 },
  ],
  'webp, lossy': [
    hex('52494646 24000000 57454250 56503820 18000000 300100 9d012a 0300 0200 0000'),
    { type: 'image/webp', width: 3, height: 2 },
  ],
  'webp, lossless': [
    hex('52494646 24000000 57454250 5650384c 18000000 2f 02400000 00000000 0000'),
    { type: 'image/webp', width: 3, height: 2 },
  ],
  'webp, extended': [
    hex('52494646 24000000 57454250 56503858 0a000000 00000000 020000 010000 0000'),
    { type: 'image/webp', width: 3, height: 2 },
  ],
} as const

for (const [name, [bytes, picture]] of Object.entries(PICTURES))
  test(`the type and size of a picture are recognised: ${name}`, () => assert.deepEqual(pictureOf(bytes), picture))

test('pictures that can contain script, pages and texts are not accepted', () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF8', '\x89PNG', '%PDF-1.7', '', 'RIFFxxxxWAVE'])
    assert.equal(pictureOf(Buffer.from(text, 'latin1')), undefined, text)
})

test('for any bytes the result is a picture or undefined', () => {
  const beginnings = fc.constantFrom(...Object.values(PICTURES).map(([bytes]) => bytes))
  fc.assert(
    fc.property(beginnings, fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 60 }), (bytes, cut, rest) => {
      const found = pictureOf(Buffer.concat([bytes.subarray(0, cut), rest]))
      if (found !== undefined) assert.ok(Number.isInteger(found.width) && Number.isInteger(found.height))
    }),
    { numRuns: 1000, seed: 7 },
  )
})
