/** Where PostgreSQL listens: a URL, or the socket of the embedded server. */
export type DatabaseAddress = { url: string } | { host: string; port: number; username: string; database: string; password?: string }
