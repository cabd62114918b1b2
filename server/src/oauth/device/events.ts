import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const Settled = Type.Object({
  user_id: Type.Union([Type.String(), Type.Null()], { description: 'Null when an operator denied it' }),
  client_id: Type.String(),
  scope: Type.String(),
  asked_from: Type.Union([Type.String(), Type.Null()], { description: 'The address the device asked from' }),
})

export const deviceApproved = eventType('device.approved', 'A person connected a device.', Settled, { webhook: true })

export const deviceDenied = eventType('device.denied', 'A person refused a device.', Settled, { webhook: true })

/** What this room tells beside the consent that an approval gives. */
export const deviceEvents = [deviceApproved, deviceDenied]
