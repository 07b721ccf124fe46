/** The JSON of the report on rules. */
import Type from 'typebox'
import { flag, oneOf, text, whole } from '#http/answer_shape.ts'
import { FINDING_KINDS } from '#rules/report/finding.ts'

const NamedRule = Type.Object({ type: oneOf(['trigger', 'automation']), id: whole, title: text })

export const RuleReport = Type.Object({
  triggers: whole,
  automations: whole,
  complete: flag,
  findings: Type.Array(Type.Object({ kind: oneOf(FINDING_KINDS), rules: Type.Array(NamedRule), sentence: text })),
})
export const OneRuleReport = Type.Object({ rule_report: RuleReport })
