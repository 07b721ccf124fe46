/** Members of routing: skills, who has them, and which tickets require them. */
export const ROUTING: Readonly<Record<string, string>> = {
  'attribute_value.attribute_id': 'The id of the attribute that it is a value of.',
  'attribute_value.conditions': 'Which new tickets require the skill: those that meet all of `all`, and one of `any` where there are some.',
  'attribute_value.agent_skill_priority': 'How well the agent has the skill: `NORMAL` or `HIGH`.',
  'instance_value.agent_id': 'The id of the agent.',
  'instance_value.attribute_id': 'The id of the attribute.',
  'instance_value.attribute_value_id': 'The id of the attribute value that the agent has.',
  'instance_value.agent_skill_priority': 'How well the agent has the skill: `NORMAL` or `HIGH`.',
  'instance_value.name': 'The name of the attribute value.',
  'job.attributes': 'What is changed.',
  'attribute.attribute_values':
    'The attribute values, with or without a priority. One without keeps the present priority, or gets `NORMAL`.',
  'attribute.time': 'When it was changed.',
  'attribute_value.time': 'When it was changed.',
  'attribute_value.type': '`create`, `update` or `delete`.',
  'instance_value.time': 'When the agent or the ticket got or lost it.',
  'instance_value.type': '`associate_agent`, `unassociate_agent`, `associate_ticket` or `unassociate_ticket`.',
  'instance_value.instance_id': 'The id of the agent, or the number of the ticket.',
  fulfilled_ticket_ids: 'The numbers of the tickets that require no skill which the caller lacks.',
}
