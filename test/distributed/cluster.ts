/** Databases on a Citus for tests, which CITUS_URL names: the coordinator, with the nodes that it knows. */
import postgres from 'postgres'
import type { DatabaseAddress } from '#db/address.ts'

/** The address of a database with Citus whose nodes are used; undefined without one. */
export const CITUS_URL: string | undefined = process.env.CITUS_URL === '' ? undefined : process.env.CITUS_URL
/** Why a test that needs a real Citus is skipped; false if there is one. */
export const SKIPPED: string | false =
  CITUS_URL === undefined ? 'CITUS_URL names no Citus: the imitation of test/distributed/citus_stub.sql takes its place' : false

interface Node {
  readonly host: string
  readonly port: number
}

/** A database on all nodes, without Citus at first, as that of an installation that grows. */
export interface ClusterDatabase {
  readonly address: Extract<DatabaseAddress, { url: string }>
  /** Makes the extension on all nodes, and the nodes known to the coordinator. */
  addCitus(): Promise<void>
  drop(): Promise<void>
}

const at = (url: string, name: string, node?: Node) => {
  const found = Object.assign(new URL(url), { pathname: `/${name}` })
  return node === undefined ? found.href : Object.assign(found, { hostname: node.host, port: String(node.port) }).href
}

async function runOn<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Makes a database on the coordinator and on all nodes of `url`. */
export async function makeClusterDatabase(url: string, name: string): Promise<ClusterDatabase> {
  const own = new URL(url).pathname.slice(1)
  const nodes = await runOn(
    url,
    (sql) =>
      sql<Node[]>`select nodename as host, nodeport as port from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0`,
  )
  const [first] = await runOn(url, (sql) => sql<Node[]>`select nodename as host, nodeport as port from pg_dist_node where groupid = 0`)
  const forEach = async (database: string, text: string) => {
    for (const node of [undefined, ...nodes]) await runOn(at(url, database, node), (sql) => sql.unsafe(text))
  }
  await forEach(own, `create database ${name}`)
  return {
    address: { url: at(url, name) },
    async addCitus() {
      await forEach(name, 'create extension citus')
      await runOn(at(url, name), async (sql) => {
        if (first !== undefined) await sql`select citus_set_coordinator_host(${first.host}, ${first.port})`
        for (const { host, port } of nodes) await sql`select citus_add_node(${host}, ${port})`
      })
    },
    drop: () => forEach(own, `drop database if exists ${name} with (force)`),
  }
}
