import type { IconName } from '#/ui/icons.tsx'
import type { Label } from '#/app/screen.ts'
import type { Locale } from '#/i18n/words.ts'

/** Something to do from the palette. */
export interface PaletteAction {
  readonly label: Label
  readonly icon: IconName
  readonly scope: string
  /** The command that does the same from a terminal. */
  readonly cli: string
  /** Where it is done; what is done at once has `run` instead. */
  readonly to?: string
  /** Loads what does it, with the nouns whose lists change. */
  readonly run?: () => Promise<(locale: Locale) => Promise<readonly string[]>>
}

/** What can be begun from anywhere. The first word of a label is the verb, and the palette finds both. */
export const actions: readonly PaletteAction[] = [
  {
    label: { en: 'Create user', es: 'Crear usuario' },
    icon: 'plus',
    scope: 'users:write',
    cli: 'mandate users create',
    to: '/users/new',
  },
  {
    label: { en: 'Import users', es: 'Importar usuarios' },
    icon: 'users',
    scope: 'users:write',
    cli: 'mandate import csv',
    to: '/users/import',
  },
  {
    label: { en: 'Invite somebody', es: 'Invitar a alguien' },
    icon: 'mail',
    scope: 'organizations:write',
    cli: 'mandate organizations invitations create',
    to: '/users',
  },
  {
    label: { en: 'Create organization', es: 'Crear organización' },
    icon: 'plus',
    scope: 'organizations:write',
    cli: 'mandate organizations create',
    to: '/organizations/new',
  },
  {
    label: { en: 'Create agent', es: 'Crear agente' },
    icon: 'plus',
    scope: 'agents:write',
    cli: 'mandate agents create',
    to: '/agents/new',
  },
  {
    label: { en: 'Create application', es: 'Crear aplicación' },
    icon: 'plus',
    scope: 'apps:write',
    cli: 'mandate apps create',
    to: '/apps/new',
  },
  {
    label: { en: 'Create role', es: 'Crear rol' },
    icon: 'plus',
    scope: 'roles:write',
    cli: 'mandate roles create',
    to: '/roles?tab=roles',
  },
  {
    label: { en: 'Create webhook', es: 'Crear webhook' },
    icon: 'plus',
    scope: 'webhooks:write',
    cli: 'mandate webhooks create',
    to: '/webhooks/new',
  },
  {
    label: { en: 'Create API key', es: 'Crear clave de API' },
    icon: 'plus',
    scope: 'api-keys:write',
    cli: 'mandate api-keys create',
    to: '/api-keys/new',
  },
  {
    label: { en: 'Create auth flow', es: 'Crear flujo de acceso' },
    icon: 'plus',
    scope: 'flows:write',
    cli: 'mandate flows create',
    to: '/flows/new',
  },
  {
    label: { en: 'Connect an identity provider', es: 'Conectar un proveedor de identidad' },
    icon: 'plus',
    scope: 'sso:write',
    cli: 'mandate sso create',
    to: '/sso/new',
  },
  {
    label: { en: 'Add a provider to the vault', es: 'Añadir un proveedor a la bóveda' },
    icon: 'plus',
    scope: 'vault:write',
    cli: 'mandate vault providers create',
    to: '/vault/new',
  },
  {
    label: { en: 'Check access', es: 'Comprobar acceso' },
    icon: 'check',
    scope: 'permissions:read',
    cli: 'mandate permissions check',
    to: '/roles?tab=check',
  },
  {
    label: { en: 'Approve a device', es: 'Aprobar un dispositivo' },
    icon: 'check',
    scope: 'consents:write',
    cli: 'mandate device-codes approve',
    to: '/device-codes',
  },
  {
    label: { en: 'Revoke tokens', es: 'Revocar tokens' },
    icon: 'key',
    scope: 'tokens:write',
    cli: 'mandate tokens revoke',
    to: '/tokens',
  },
  {
    label: { en: 'Send a test mail', es: 'Enviar un correo de prueba' },
    icon: 'mail',
    scope: 'email:write',
    cli: 'mandate email test',
    to: '/email?tab=delivery',
  },
  {
    label: { en: 'Rotate signing key', es: 'Rotar la clave de firma' },
    icon: 'refresh',
    scope: 'signing-keys:write',
    cli: 'mandate signing rotate',
    run: async () => (await import('./signing-keys/rotate.ts')).rotateSigningKey,
  },
  {
    label: { en: 'Switch between development and production', es: 'Cambiar entre desarrollo y producción' },
    icon: 'settings',
    scope: 'system:write',
    cli: 'mandate mode swap',
    to: '/settings?tab=mode',
  },
]
