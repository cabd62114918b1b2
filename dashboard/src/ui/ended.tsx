import type { ReactNode } from 'react'
import type { EndedCounts } from '@mandate/sdk'
import { counted, useLocale, useWords, words } from '#/i18n/words.ts'

/** What ends with something, as a dry run of the server counted it. */
export function Ended({ counts }: { readonly counts: EndedCounts }): ReactNode {
  const locale = useLocale()
  const { nothing, names } = useWords(texts)
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  if (found.length === 0) return <p>{nothing}</p>
  return (
    <ul>
      {found.map(([kind, count]) => {
        const [one = kind, other = kind] = (names[kind as keyof typeof names] ?? kind).split('|')
        return <li key={kind}>{counted(locale, count, one, other)}</li>
      })}
    </ul>
  )
}

/** What a dry run of the server says would end, for the preview of a confirmation. */
export const endedBy = async (
  dryRun: PromiseLike<{ readonly counts: EndedCounts } | undefined>,
): Promise<ReactNode> => <Ended counts={(await dryRun)?.counts ?? {}} />

const texts = words({
  en: {
    nothing: 'Nothing else ends with it.',
    names: {
      sessions: 'session|sessions',
      authorization_codes: 'authorization code|authorization codes',
      device_codes: 'device code|device codes',
      access_tokens: 'access token|access tokens',
      refresh_tokens: 'refresh token|refresh tokens',
      delegated_tokens: 'of these was delegated|of these were delegated',
      consents: 'consent|consents',
      policies: 'policy|policies',
      email_links: 'link in a mail|links in mails',
      passkeys: 'passkey|passkeys',
      second_factors: 'authenticator app|authenticator apps',
      recovery_codes: 'recovery code|recovery codes',
      memberships: 'membership|memberships',
      api_keys: 'API key|API keys',
      linked_accounts: 'linked account|linked accounts',
      sso_connections: 'single sign-on connection|single sign-on connections',
      sso_identities: 'identity of a connection|identities of connections',
      sso_domains: 'domain|domains',
      vault_connections: 'vault connection|vault connections',
      vault_grants: 'vault grant|vault grants',
      role_assignments: 'assigned role|assigned roles',
      role_permissions: 'permission of a role|permissions of a role',
      organization_roles: 'role of an organization|roles of an organization',
      invitations: 'invitation|invitations',
      logos: 'logo|logos',
      saved_views: 'saved view|saved views',
      emails: 'mail in the development inbox|mails in the development inbox',
      webhook_deliveries: 'webhook delivery|webhook deliveries',
      proxy_rules: 'gateway rule|gateway rules',
      flow_runs: 'sign-in on its way|sign-ins on their way',
    },
  },
  es: {
    nothing: 'No termina nada más.',
    names: {
      sessions: 'sesión|sesiones',
      authorization_codes: 'código de autorización|códigos de autorización',
      device_codes: 'código de dispositivo|códigos de dispositivo',
      access_tokens: 'token de acceso|tokens de acceso',
      refresh_tokens: 'token de renovación|tokens de renovación',
      delegated_tokens: 'de ellos era delegado|de ellos eran delegados',
      consents: 'consentimiento|consentimientos',
      policies: 'política|políticas',
      email_links: 'enlace de correo|enlaces de correo',
      passkeys: 'llave de acceso|llaves de acceso',
      second_factors: 'aplicación de autenticación|aplicaciones de autenticación',
      recovery_codes: 'código de recuperación|códigos de recuperación',
      memberships: 'pertenencia|pertenencias',
      api_keys: 'clave de API|claves de API',
      linked_accounts: 'cuenta vinculada|cuentas vinculadas',
      sso_connections: 'conexión de inicio único|conexiones de inicio único',
      sso_identities: 'identidad de una conexión|identidades de conexiones',
      sso_domains: 'dominio|dominios',
      vault_connections: 'conexión de la bóveda|conexiones de la bóveda',
      vault_grants: 'permiso de la bóveda|permisos de la bóveda',
      role_assignments: 'rol asignado|roles asignados',
      role_permissions: 'permiso de un rol|permisos de un rol',
      organization_roles: 'rol de una organización|roles de una organización',
      invitations: 'invitación|invitaciones',
      logos: 'logotipo|logotipos',
      saved_views: 'vista guardada|vistas guardadas',
      emails: 'correo en la bandeja de desarrollo|correos en la bandeja de desarrollo',
      webhook_deliveries: 'entrega de webhook|entregas de webhook',
      proxy_rules: 'regla de la pasarela|reglas de la pasarela',
      flow_runs: 'acceso en curso|accesos en curso',
    },
  },
})
