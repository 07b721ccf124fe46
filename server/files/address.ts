/** Reads `FILES_URL`: `s3://key:secret@host:port/bucket/folder?region=…`. Pure. */

/** The location of a bucket and its credentials. Keys null: taken from the machine's own role, environment or profile. */
export interface Bucket {
  /** null: Amazon S3, by region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** The prefix of every name; empty, or ends with a slash. */
  readonly prefix: string
  readonly path_style: boolean
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, '1': true, on: true, false: false, '0': false, off: false }
const KNOWN = new Set(['region', 'path_style', 'tls'])

function switchOf(url: URL, name: string, fallback: boolean): boolean {
  const text = url.searchParams.get(name)
  if (text === null) return fallback
  const value = SWITCHES[text]
  if (value === undefined) throw new Error(`${name} must be true or false`)
  return value
}

/**
 * The bucket of a URL. Options in its query: `region` (us-east-1), `path_style` (true when there is a host, since few
 * self-hosted services have a subdomain for each bucket), `tls` (true). Without a host it is Amazon S3: `s3:///bucket?region=eu-west-1`.
 * @throws Error saying what is wrong, without the URL, because that may contain a secret
 */
export function readFilesUrl(text: string): Bucket {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 's3:') throw new Error('it must be an s3:// address')
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw new Error(`it has the unknown option ${unknown}`)
  const [bucket = '', ...folders] = decodeURIComponent(url.pathname).split('/').filter(Boolean)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error('a bucket must follow the host: s3://key:secret@host/bucket')
  const key = decodeURIComponent(url.username)
  const secret = decodeURIComponent(url.password)
  if ((key === '') !== (secret === '')) throw new Error('it must have both key and secret, or neither')
  const hasHost = url.host !== ''
  return {
    endpoint: hasHost ? `${switchOf(url, 'tls', true) ? 'https' : 'http'}://${url.host}` : null,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    path_style: switchOf(url, 'path_style', hasHost),
    credentials: key === '' ? null : { accessKeyId: key, secretAccessKey: secret },
  }
}
