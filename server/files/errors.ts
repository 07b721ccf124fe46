/** A received file is larger than the limit. */
export class FileTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`The file has more than ${mostBytes} bytes`)
  }
}

/** No file is stored under this name. */
export class FileMissing extends Error {
  constructor(name: string) {
    super(`There is no file ${name}`)
  }
}

/** The file store is full. `code` is the system's error code. */
export class DiskFull extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super('The file store is full', options)
    this.code = code
  }
}
