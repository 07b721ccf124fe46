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
