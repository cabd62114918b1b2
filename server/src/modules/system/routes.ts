import { AppError } from '#/platform/errors/app-error.ts'
import { isLocalCaller } from '#/platform/http/input/local-caller.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { systemErrors } from './errors.ts'
import {
  BootstrapStatusSchema,
  FirstKeySchema,
  HealthReportSchema,
  ModeSchema,
  ResetDoneSchema,
  ResetSchema,
  SettingsPatchSchema,
  SwapModeSchema,
  SwappedModeSchema,
} from './schemas.ts'
import { SettingsSchema } from './setting-keys.ts'
import { healthReportView, maskSecrets } from './views.ts'
import type { SettingsPatch } from './settings.ts'

const readConfig = apiRoute({
  name: 'system.getConfig',
  method: 'GET',
  url: '/admin/config',
  auth: { kind: 'admin', scope: 'system:read' },
  summary: 'Read the runtime settings',
  description: 'All of them, with the default where nothing was set. Secrets are masked.',
  schema: { response: { 200: SettingsSchema } },
  handler: async (_request, { settings }) => maskSecrets(await settings.current()),
})

const updateConfig = apiRoute({
  name: 'system.updateConfig',
  method: 'PATCH',
  url: '/admin/config',
  auth: { kind: 'admin', scope: 'system:write', fresh: true },
  summary: 'Change runtime settings',
  description:
    'A merge patch: what is not named stays, null goes back to the default. Every node follows within a second.',
  schema: { body: SettingsPatchSchema, response: { 200: SettingsSchema } },
  handler: async ({ body, principal }, { settings }) =>
    maskSecrets(await settings.update(body as SettingsPatch, principal)),
})

const readHealth = apiRoute({
  name: 'system.getHealthReport',
  method: 'GET',
  url: '/admin/health',
  auth: { kind: 'admin', scope: 'system:read' },
  summary: 'Read the health report',
  description: 'Seen from the process that responds: database, migrations, keys, mail.',
  schema: { response: { 200: HealthReportSchema } },
  handler: async (_request, { healthReports }) => healthReportView(await healthReports.report()),
})

const readMode = apiRoute({
  name: 'system.getMode',
  method: 'GET',
  url: '/admin/system/mode',
  auth: { kind: 'admin', scope: 'system:read' },
  summary: 'Read the mode',
  description: 'dev or production; both serve everything, dev forgives more.',
  schema: { response: { 200: ModeSchema } },
  handler: async (_request, { settings }) => ({ mode: await settings.mode() }),
})

const swapMode = apiRoute({
  name: 'system.swapMode',
  method: 'POST',
  url: '/admin/system/swap-mode',
  auth: { kind: 'admin', scope: 'system:write', fresh: true },
  summary: 'Swap the mode',
  description:
    'Requests under way finish under the old mode, those that come meanwhile wait and run under the new one: none is ' +
    'lost. Other nodes follow within a second.',
  schema: { body: SwapModeSchema, response: { 200: SwappedModeSchema, 403: ErrorSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { modes }) => {
    const { mode, previous, drained } = await modes.swap(body.mode, principal.actor)
    return { mode, previous_mode: previous, drained }
  },
})

const reset = apiRoute({
  name: 'system.reset',
  method: 'POST',
  url: '/admin/system/reset',
  auth: { kind: 'admin', scope: 'system:write', fresh: true, fullAccess: true },
  summary: 'Wipe sessions, tokens and audit logs',
  description:
    'People, clients, agents, ' +
    'policies, consents, settings and keys stay; everybody signs in anew. A signed marker of the wipe survives. ' +
    'Applications are not told that their sessions ended.',
  schema: { body: ResetSchema, response: { 200: ResetDoneSchema, 403: ErrorSchema } },
  handler: async ({ principal }, { resets }) => {
    const done = await resets.reset(principal.actor)
    return {
      sessions: done.sessions,
      tokens: done.tokens,
      audit_logs: done.auditLogs,
      marker: done.marker,
      audit_event_id: done.eventId,
    }
  },
})

const readFirstKey = apiRoute({
  name: 'system.getFirstKey',
  method: 'GET',
  url: '/admin/firstboot/key',
  auth: { kind: 'public' },
  summary: 'Read the first admin key',
  description:
    'For 30 minutes after a start, until the server is set up, and by default only from the machine it runs on and with a base URL on localhost; 404 otherwise.',
  schema: { response: { 200: FirstKeySchema, 404: ErrorSchema } },
  handler: async (request, { issuer, settings, firstBoot }) => {
    const { firstboot_key_access: access } = await settings.current()
    const mayRead = access === 'any' || (access === 'loopback' && isLocalCaller(issuer, request))
    const key = mayRead ? await firstBoot.firstKey() : undefined
    if (key === undefined) throw new AppError(systemErrors.firstboot_key_unavailable)
    return new Reply(200, { key }, { 'cache-control': 'no-store' })
  },
})

const readBootstrapStatus = apiRoute({
  name: 'system.getBootstrapStatus',
  method: 'GET',
  url: '/admin/bootstrap/status',
  auth: { kind: 'public' },
  summary: 'Tell whether the server is set up',
  description: 'Whether somebody owns the server. Says nothing else, because it is asked before anybody can sign in.',
  schema: { response: { 200: BootstrapStatusSchema } },
  handler: async (_request, { firstBoot }) => ({ bootstrapped: await firstBoot.isBootstrapped() }),
})

/** Settings, mode and the state of the first boot; what consumes the setup token stands in `login/setup`. */
export const systemRoutes = [
  readHealth,
  readConfig,
  updateConfig,
  readMode,
  swapMode,
  reset,
  readFirstKey,
  readBootstrapStatus,
]
