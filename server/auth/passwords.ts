/** Passwords: argon2id, in the PHC text form, so that the cost can be raised later without touching old hashes. */
import { argon2, type Argon2Parameters, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sameHash } from './secrets.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
/** 19 MiB, two passes, one lane. @source https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password with a fresh salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive('argon2id', { message: password, nonce: salt, tagLength: BYTES, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** True when `password` is the one that was hashed. Takes as long when there is no hash, so that time tells nothing about who exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = FORM.exec(stored ?? (await decoy)) as RegExpExecArray
  const expected = Buffer.from(hash as string, 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt as string, 'base64'),
    tagLength: expected.length,
    ...parameters,
  })
  return sameHash(expected, actual) && stored !== null
}

/** 32 bytes that only this passphrase and this salt give: a part of a key. Nothing is kept by which a guess could be checked. */
export function stretchPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive('argon2id', { message: passphrase, nonce: salt, tagLength: BYTES, ...COST })
}

/** A hash nobody has the password of, with today's cost. */
const decoy = Promise.resolve(
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(BYTES))}`,
)
