/** The command that diagnoses an installation. */
import { examine } from '#doctor/doctor.ts'

const WORDS = { ok: 'OK', warn: 'WARN', fail: 'FAIL' } as const

/** One line for each finding, or all as JSON; `is_well` is false when a check has failed. Changes nothing. */
export async function runDoctor({ deep, json }: { deep?: boolean; json?: boolean }): Promise<{ text: string; is_well: boolean }> {
  const findings = await examine(process.env, { deep: deep === true })
  const is_well = findings.every(({ level }) => level !== 'fail')
  if (json === true) return { text: JSON.stringify({ is_well, findings }, null, 2), is_well }
  const lines = findings.map(({ check, level, text }) => `${WORDS[level].padEnd(4)}  ${check.padEnd(12)}  ${text.replaceAll('\n', ' ')}`)
  return { text: lines.join('\n'), is_well }
}
