/** Plans as Citus 13.2.2 writes them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTaskCounts } from './tasks.ts'

/** One shard: `select … where account_id = 1`. */
const ROUTER = [
  {
    Plan: {
      'Node Type': 'Custom Scan',
      'Custom Plan Provider': 'Citus Adaptive',
      'Parallel Aware': false,
      'Distributed Query': {
        Job: { 'Task Count': 1, 'Tasks Shown': 'All', Tasks: [{ Node: 'host=127.0.0.1 port=9711 dbname=d1', 'Remote Plan': [] }] },
      },
    },
  },
]
/** A part that is read first, of one shard, and a part of all. */
const PARTS = [
  {
    Plan: {
      'Node Type': 'Custom Scan',
      'Custom Plan Provider': 'Citus Adaptive',
      'Distributed Query': {
        Subplans: [
          {
            PlannedStmt: [
              { Plan: { 'Node Type': 'Custom Scan', 'Distributed Query': { Job: { 'Task Count': 1, 'Tasks Shown': 'All' } } } },
            ],
          },
        ],
        Job: { 'Task Count': 32, 'Tasks Shown': 'One of 32', Tasks: [] },
      },
    },
  },
]
/** Rows that the coordinator has, copied to the shard they belong to. */
const INSERT_SELECT = [
  {
    Plan: {
      'Node Type': 'Custom Scan',
      'Custom Plan Provider': 'Citus INSERT ... SELECT',
      'INSERT/SELECT method': 'pull to coordinator',
      Plans: [{ 'Node Type': 'Function Scan', 'Parent Relationship': 'Member', 'Function Name': 'unnest' }],
    },
  },
]
const LOCAL = [{ Plan: { 'Node Type': 'Seq Scan', 'Relation Name': 'installation' } }]

test('the numbers of tasks of all parts of a statement are read from its plan', () => {
  assert.deepEqual(readTaskCounts(ROUTER), [1])
  assert.deepEqual(readTaskCounts(PARTS), [1, 32])
})

test('a statement of no shard, or one whose rows are copied to theirs, has none', () => {
  assert.deepEqual(readTaskCounts(LOCAL), [])
  assert.deepEqual(readTaskCounts(INSERT_SELECT), [])
  assert.deepEqual(readTaskCounts(undefined), [])
})
