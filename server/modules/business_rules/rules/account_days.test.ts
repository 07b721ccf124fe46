/** The days of an account in everything that names them: views, rules of every kind, macros, searches and mailed texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

async function createRecord(path: string, body: object): Promise<any> {
  const answer = await api.post(`/api/v2/${path}`, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Object.values(answer.body)[0]
}
const { id: field } = await createRecord('ticket_fields', { ticket_field: { type: 'date', title: 'Delivery' } })

/** In Auckland it is half past one of the 14th then, in Pago Pago half past one of the 13th, and in New York half past seven. */
const NOW = '2027-03-13T12:30:00Z'
const DAYS = ['2027-03-11', '2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16']
const ZONES = [
  { zone: 'Auckland', today: '2027-03-14', yesterday: '2027-03-13', tomorrow: '2027-03-15', shown: 'Mar 14, 2027, 01:30 GMT+13' },
  { zone: 'America/New_York', today: '2027-03-13', yesterday: '2027-03-12', tomorrow: '2027-03-14', shown: 'Mar 13, 2027, 07:30 EST' },
  { zone: 'UTC', today: '2027-03-13', yesterday: '2027-03-12', tomorrow: '2027-03-14', shown: 'Mar 13, 2027, 12:30 UTC' },
]
const setClock = (time: string, zone: string) => setUp(app, { time_zone: zone, clock: { mode: 'frozen', at: time } })
const makeDayCondition = (operator: string, value: string | number) => ({ field: `custom_fields_${field}`, operator, value })
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })
const setsDay = (value: unknown) => ({ field: `custom_fields_${field}`, value })
const dayOf = (ticket: any) => ticket.custom_fields.find(({ id }: any) => id === field).value
const deliveredOn = (day: string, tag: string) => make.ticket({ tags: [tag], custom_fields: [{ id: field, value: day }] })

for (const [index, { zone, today, yesterday, tomorrow, shown }] of ZONES.entries()) {
  const tag = zone.toLowerCase().replace('/', '_')
  const ticketsOf = async (tags: string[]) => {
    const { body } = await api.get(
      `/api/v2/search?query=${encodeURIComponent(`type:ticket ${tags.map((one) => `tags:${one}`).join(' ')}`)}`,
    )
    return body.results.map(dayOf).toSorted()
  }

  test(`${zone}: views find the days that the account has`, async () => {
    await setClock(NOW, zone)
    for (const day of DAYS) await deliveredOn(day, `view_${tag}`)
    const findDays = async (operator: string, value: number) => {
      const view = {
        all: [
          makeTagCondition(`view_${tag}`),
          makeDayCondition(operator, value),
          { field: 'status', operator: 'less_than', value: 'solved' },
        ],
      }
      const { status, body } = await api.post('/api/v2/views/preview', { view: { ...view, output: { columns: [field] } } })
      assert.equal(status, 200, JSON.stringify(body))
      const ids = body.rows.map((row: any) => row.ticket_id ?? row.ticket.id)
      return (await api.get(`/api/v2/tickets/show_many?ids=${ids.join(',')}`)).body.tickets.map(dayOf).toSorted()
    }
    assert.deepEqual(await findDays('within_next_n_days', 0), [today])
    assert.deepEqual(await findDays('within_next_n_days', 1), [today, tomorrow])
    assert.deepEqual(await findDays('within_previous_n_days', 1), [yesterday, today])
  })

  test(`${zone}: triggers compare with the account's days and set them, and explain themselves with them`, async () => {
    await setClock(NOW, zone)
    const conditions = { all: [makeTagCondition(`trigger_${tag}`), makeDayCondition('within_next_n_days', 1)], any: [] }
    const actions = [{ field: 'current_tags', value: `soon_${tag}` }]
    const { id } = await createRecord('triggers', { trigger: { title: `Soon ${zone}`, conditions, actions } })
    await createRecord('triggers', {
      trigger: {
        title: `Later ${zone}`,
        conditions: { all: [makeTagCondition(`set_${tag}`)], any: [] },
        actions: [setsDay(['days_from_now', '2']), { field: 'remove_tags', value: `set_${tag}` }],
      },
    })
    for (const day of DAYS) await deliveredOn(day, `trigger_${tag}`)
    assert.deepEqual(await ticketsOf([`soon_${tag}`]), [today, tomorrow])
    const ticket = await make.ticket({ tags: [`set_${tag}`] })
    assert.equal(dayOf(ticket), DAYS[DAYS.indexOf(today) + 2])

    // the trace repeats the pass in the zone of that time, not in the present one, in which the day is not soon
    const [elsewhere, day] = today === '2027-03-14' ? ['UTC', '2027-03-15'] : ['Auckland', '2027-03-13']
    const { id: soon } = await deliveredOn(day, `trigger_${tag}`)
    await setClock(NOW, elsewhere)
    const [audit] = (await api.get(`/api/v2/tickets/${soon}/audits`)).body.audits
    const { trace } = (await api.get(`/api/v2/deskhand/tickets/${soon}/audits/${audit.id}/trace`)).body
    assert.deepEqual([trace.is_exact, trace.triggers.find((one: any) => one.id === id).state], [true, 'fired'])
  })

  test(`${zone}: automations and macros do, too`, async () => {
    // each zone in an hour of its own: hours run once
    await setClock(`2027-03-13T${12 + index}:00:00Z`, zone)
    await runScheduledWork(app)
    for (const day of DAYS) await deliveredOn(day, `hourly_${tag}`)
    const { id } = await createRecord('automations', {
      automation: {
        title: `Today ${zone}`,
        conditions: {
          all: [
            makeTagCondition(`hourly_${tag}`),
            makeDayCondition('within_next_n_days', 0),
            { field: 'status', operator: 'is', value: 'new' },
          ],
          any: [],
        },
        actions: [setsDay(['days_from_now', '3']), { field: 'set_tags', value: `done_${tag}` }],
      },
    })
    await setClock(`2027-03-13T${13 + index}:00:00Z`, zone)
    await runScheduledWork(app)
    assert.deepEqual(await ticketsOf([`done_${tag}`]), [new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)])
    await api.delete(`/api/v2/automations/${id}`)

    const macro = await createRecord('macros', { macro: { title: `Tomorrow ${zone}`, actions: [setsDay(['days_from_now', '1'])] } })
    const { id: ticket } = await make.ticket()
    const { result } = (await api.get(`/api/v2/tickets/${ticket}/macros/${macro.id}/apply`)).body
    assert.equal(dayOf(result.ticket), tomorrow)
  })

  test(`${zone}: texts show the account's days and times, and searches mean them`, async () => {
    await setClock(NOW, zone)
    const ticket = await make.ticket({ tags: [`text_${tag}`], type: 'task', due_at: NOW })
    const texts = '{{ticket.created_at}} / {{ticket.due_date}} / {{ticket.comments_formatted}}'
    const macro = await createRecord('macros', { macro: { title: `Days ${zone}`, actions: [{ field: 'comment_value', value: texts }] } })
    const { result } = (await api.get(`/api/v2/tickets/${ticket.id}/macros/${macro.id}/apply`)).body
    const day = shown.slice(0, 'Mar 14, 2027'.length)
    assert.ok(result.ticket.comment.body.startsWith(`${day} / ${day} / `), result.ticket.comment.body)
    assert.ok(result.ticket.comment.body.includes(`, ${shown}`), result.ticket.comment.body)
    const count = async (query: string) => (await api.get(`/api/v2/search/count?query=${encodeURIComponent(query)}`)).body.count
    const terms = [
      `created:${today}`,
      `created:today`,
      `created>=${today}`,
      `created:${yesterday}`,
      `created:${tomorrow}`,
      `created>${today}`,
    ]
    const counts: number[] = []
    for (const term of terms) counts.push(await count(`type:ticket tags:text_${tag} ${term}`))
    assert.deepEqual(counts, [1, 1, 1, 0, 0, 0])
    // a value of a date field compared with a moment: the account's day of that moment
    await deliveredOn(today, `value_${tag}`)
    assert.deepEqual(
      [
        await count(`type:ticket tags:value_${tag} custom_field_${field}>=${NOW}`),
        await count(`type:ticket tags:value_${tag} custom_field_${field}>${NOW}`),
      ],
      [1, 0],
    )
  })
}
