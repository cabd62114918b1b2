import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with agents and their policies. */
export const agentErrors = errorCodes({
  agent_not_found: {
    error: 'not_found',
    message: 'There is no agent with this id.',
    help: 'Use the id (agt_...) or the client_id of an agent; GET /api/v1/agents lists them.',
  },
  client_id_taken: {
    error: 'conflict',
    message: 'Another client has this client_id.',
    help: 'Choose another client_id, or leave it out to have one made.',
  },
  agent_has_no_secret: {
    error: 'conflict',
    message: 'This agent does not authenticate with a secret.',
    help: 'Agents with private_key_jwt change their jwks with PATCH; public ones have nothing to rotate.',
  },
  agent_inactive: {
    error: 'conflict',
    message: 'This agent is deactivated.',
    help: 'Activate it first: PATCH with active true.',
  },
  agent_active: {
    error: 'conflict',
    message: 'This agent is active.',
    help: 'Only a deactivated agent is removed: DELETE it without purge first.',
  },
  policy_not_found: {
    error: 'not_found',
    message: 'This agent has no such policy.',
    help: 'GET /api/v1/agents/{id}/policies lists the policies that are in force.',
  },
})
