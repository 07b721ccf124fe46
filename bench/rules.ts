/**
 * Measures what active triggers add to an update of a ticket: the same update in instances with none, with 500 and with 7,000 of them. Few of
 * them concern the update, as in a desk that has grown. The instances take turns, and the least of all rounds counts, in processor time.
 * @source docs/performance.md
 */
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { putInstance, type TestInstance } from '#test/instances.ts'
import { meterOf } from './meter.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const UPDATES = 40
/** The number of triggers, and the most that they may multiply the cost of an update by. */
const SIZES = [
  { triggers: 0, most: 1 },
  { triggers: 500, most: 1.15 },
  { triggers: 7000, most: 2 },
] as const

const is = (field: string, value: string) => ({ field, operator: 'is', value })
const addTag = (tag: string) => [{ field: 'current_tags', value: tag }]
const includes = (field: string, value: string) => ({ field, operator: 'includes', value })

/** The trigger at this place: eight kinds in turn. The update measured is a public comment of an agent that changes the priority. */
const KINDS: readonly ((at: number) => { readonly all: readonly object[]; readonly actions: readonly object[] })[] = [
  (at) => ({ all: [is('update_type', 'Create'), includes('subject_includes_word', `word${at}`)], actions: addTag(`subject_${at}`) }),
  (at) => ({ all: [is('update_type', 'Create'), is('via_id', '4'), includes('current_tags', `c${at}`)], actions: addTag(`mail_${at}`) }),
  (at) => ({ all: [is('status', 'solved'), includes('current_tags', `solved${at}`)], actions: addTag(`done_${at}`) }),
  (at) => ({
    all: [{ field: 'status', operator: 'value', value: 'pending' }, includes('current_tags', `p${at}`)],
    actions: addTag(`p_${at}`),
  }),
  (at) => ({
    all: [{ field: 'group_id', operator: 'changed', value: null }, includes('current_tags', `g${at}`)],
    actions: addTag(`g_${at}`),
  }),
  (at) => ({ all: [is('update_type', 'Change'), includes('current_tags', `t${at}`)], actions: addTag(`t_${at}`) }),
  (at) => ({ all: [is('comment_is_public', 'true'), includes('comment_includes_word', `urgent${at}`)], actions: addTag(`u_${at}`) }),
  (at) => ({ all: [is('priority', 'urgent'), includes('current_tags', `v${at}`)], actions: addTag(`v_${at}`) }),
]

const deactivateTriggers = defineStatement<unknown>('update triggers set active = false where account_id = $1')
const insertTriggers = defineStatement<unknown>(`insert into triggers
    (account_id, category_id, category_position, key, title, position, conditions, actions, revision_id, created_at, updated_at)
  select $1, c.id, c.position, 'bench ' || t.at, 'Trigger ' || t.at, t.at, t.conditions, t.actions, t.at, now(), now()
  from jsonb_to_recordset($2::jsonb) as t (at integer, conditions jsonb, actions jsonb),
    (select id, position from trigger_categories where account_id = $1 order by id limit 1) as c`)

async function instanceWith(app: TestApp, count: number): Promise<TestInstance> {
  const instance = await putInstance(app)
  const { database } = app.database
  await database.run(deactivateTriggers(instance.id))
  const triggers = Array.from({ length: count }, (_none, at) => {
    const { all, actions } = (KINDS[at % KINDS.length] as (typeof KINDS)[number])(at)
    return { at: at + 1000, conditions: { all, any: [] }, actions }
  })
  await database.run(insertTriggers(instance.id, toJson(triggers)))
  return instance
}

/** The milliseconds of an update, on average of some. */
async function costOf(app: TestApp, { api }: TestInstance, id: number): Promise<number> {
  const readSpentTime = (await meterOf(app))()
  for (let turn = 0; turn < UPDATES; turn++) {
    const ticket = { priority: turn % 2 === 0 ? 'high' : 'low', comment: { body: 'We have looked at the printer on the second floor.' } }
    const { status, body } = await api.put(`/api/v2/tickets/${id}`, { ticket })
    if (status !== 200) throw new Error(`An update was answered ${status}: ${JSON.stringify(body)}`)
  }
  return readSpentTime() / UPDATES
}

async function newTicket({ api }: TestInstance): Promise<number> {
  const { body } = await api.post('/api/v2/tickets', {
    ticket: { subject: 'Printer', comment: { body: 'It is silent' }, tags: ['printer'] },
  })
  return body.ticket.id
}

async function main(): Promise<void> {
  const app = await startTestApp({ DESKHAND_ROLE: 'web' })
  try {
    const instances: TestInstance[] = []
    for (const { triggers } of SIZES) instances.push(await instanceWith(app, triggers))
    await app.database.database.driver.unsafe('vacuum analyze')
    const least = instances.map(() => Number.POSITIVE_INFINITY)
    // a ticket of its own for each round, since long tickets cost more; the first round prepares statements and compiles triggers
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, instance] of instances.entries()) {
        const cost = await costOf(app, instance, await newTicket(instance))
        if (round > 0) least[index] = Math.min(least[index] as number, cost)
      }
    console.log(`Node ${process.version}, an update of a ticket, the least of ${ROUNDS} rounds in milliseconds of processor time\n`)
    console.log(`${'triggers'.padStart(8)}${'ms'.padStart(8)}${'ratio'.padStart(8)}${'most'.padStart(7)}`)
    for (const [index, { triggers, most }] of SIZES.entries()) {
      const ratio = (least[index] as number) / (least[0] as number)
      if (ratio > most) process.exitCode = 1
      const cells = [String(triggers).padStart(8), (least[index] as number).toFixed(2).padStart(8), ratio.toFixed(2).padStart(8)]
      console.log(`${cells.join('')}${most.toFixed(2).padStart(7)}${ratio > most ? '  missed' : ''}`)
    }
  } finally {
    await app.stop()
  }
}

await main()
