/** More came in than may. */
export class FileTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`The file has more than ${mostBytes} bytes`)
  }
}

/** Nothing is kept under this name. */
export class FileMissing extends Error {
  constructor(name: string) {
    super(`There is no file ${name}`)
  }
}

/** There is no room for a file where files are kept. `code` is the system's word for it. */
export class DiskFull extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super('There is no room left for files', options)
    this.code = code
  }
}
