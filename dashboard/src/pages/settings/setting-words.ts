import { words } from '#/i18n/words.ts'

/** What each setting does, where the server's own words are in another language. */
export const settingWords = words<Readonly<Record<string, string>>>({
  en: {},
  es: {
    'oauth.registration': 'Quién puede registrar un cliente: cualquiera, quien tenga el token de registro, nadie.',
    'oauth.registration_token':
      'El token de acceso inicial que pide el registro cuando está en `token`. Se guarda solo su huella.',
    'oauth.registration_scopes':
      'Permisos de un cliente que se registra solo y no nombra ninguno, y en producción los únicos que recibe para sí. Discovery los anuncia como admitidos.',
    'oauth.registered_client_tokens_per_hour':
      'Cuántas peticiones de token de un cliente que se registró solo se conceden en una hora, lo que limita las filas que deja. Los intercambios de token cuentan aunque se rechacen.',
    'oauth.client_documents':
      'Qué clientes pueden presentarse con la dirección https de un documento como client_id: los de cualquier dominio, los de `oauth.client_document_domains`, ninguno. Los clientes de un dominio que deja de estar permitido son desconocidos.',
    'oauth.client_document_domains':
      'Dominios cuyos clientes pueden presentarse cuando `oauth.client_documents` es `domains`; ninguno por debajo de ellos.',
    'oauth.default_scope':
      'Los permisos de una petición de autorización que no nombra ninguno ni un recurso que los tenga. Con null, tal petición recibe en modo dev lo que registró un cliente que se registró solo, y si no se rechaza.',
    'oauth.require_pushed_authorization_requests':
      'Si las peticiones de autorización de todos los clientes deben enviarse antes a `/oauth/par` (RFC 9126). Un cliente puede decidirlo para sí.',
    'oauth.access_token_ttl_seconds': 'Cuánto vive un token de acceso cuyo cliente no tiene una duración propia.',
    'oauth.refresh_token_ttl_seconds': 'Cuánto vive una familia de tokens; la rotación no la alarga.',
    'oauth.refresh_grace_seconds':
      'Durante cuánto tiempo un token de refresco ya rotado da aún el mismo sucesor mientras ese no se use, para un cliente que perdió la respuesta o renueva dos veces a la vez; 0 lo desactiva. Un cliente puede tener su propio valor.',
    'dpop.require_nonce': 'Si una prueba debe llevar un nonce del servidor (RFC 9449 §8).',
    'token_exchange.require_policy':
      'Si un intercambio de token necesita una política que lo permita; null significa que sí, solo en modo producción. Un cliente que se registró solo siempre necesita una.',
    'token_exchange.max_depth': 'Cuántos actores puede tener una cadena de delegación.',
    firstboot_key_access:
      'Quién puede leer por HTTP la primera clave de administración antes de configurar el servidor: esta máquina, mientras la dirección base esté en localhost; cualquiera; nadie. Solo se cambia con acceso completo.',
    'audit.min_retention_days':
      'Cuántos días se guarda cada entrada del registro de auditoría: ninguna purga se lleva otras más recientes. Solo se reduce con acceso completo.',
    'sessions.logout_revokes_tokens':
      'Si al cerrar la sesión terminan también los tokens que las aplicaciones recibieron por ella. Los que tienen offline_access siguen.',
    'outbound.allowed_hosts':
      'Hosts a los que el servidor puede llamar aunque estén en una red privada o hablen http sin cifrar: nombres o direcciones en minúsculas, con un puerto o para todos los puertos. A direcciones de enlace local no se llama nunca.',
    'webhooks.timeout_ms':
      'Cuánto puede tardar en responder el destino de un webhook, desde la búsqueda de su nombre hasta el último byte.',
    'webhooks.retention_days': 'Cuántos días se guarda el registro de entregas.',
    'flows.redirect_origins':
      'Orígenes a los que puede llevar un paso de redirección de un flujo, además de los nuestros: https, o http en esta máquina.',
    'flows.run_retention_days': 'Cuántos días se guardan los recorridos de los flujos.',
    'organizations.self_creation':
      'Si las personas crean organizaciones propias. Quien tiene una puede hacer que se envíen invitaciones a desconocidos.',
    'signup.mode':
      'Quién puede crearse una cuenta, con contraseña o por un proveedor: cualquiera, quien ha sido invitado por una organización, direcciones de `signup.domains`, nadie. Solo una dirección comprobada demuestra que es suya.',
    'signup.domains':
      'Dominios cuyas direcciones pueden registrarse cuando `signup.mode` es `domains`, en minúsculas; ninguno por debajo de ellos.',
    'operators.require_second_factor':
      'Si las personas con un rol del sistema necesitan un segundo factor: un acceso sin él no abre nada más que configurar uno. null significa que sí, solo en modo producción. Solo se desactiva con acceso completo.',
    'operators.command_line_sign_in':
      'Si las personas con un rol del sistema pueden entrar en la línea de órdenes, con un código que aprueban en el navegador. Desactivado, los accesos anteriores no abren nada; solo se vuelve a activar con acceso completo.',
    'password.min_length': 'La contraseña más corta; 15 es el perfil estricto.',
  },
})
