import { words } from '#/i18n/words.ts'
import type { JsonSchema } from '#/ui/form/schema.ts'

// A type and no interface: texts by name are a catalogue.
type StepTexts = {
  /** What a step of a type does. */
  readonly kinds: Readonly<Record<string, string>>
  /** What a member of its config is called: `webhook.url`. */
  readonly fields: Readonly<Record<string, string>>
  /** What stands below the field of that member. */
  readonly hints: Readonly<Record<string, string>>
  /** What a condition asks. */
  readonly conditions: Readonly<Record<string, string>>
}

/** What steps and conditions are and take, where the server's own words are in another language or name only the member. */
export const stepWords = words<StepTexts>({
  en: {
    kinds: {},
    fields: {
      'require_mfa_challenge.always': 'One more, whatever was presented',
      'require_password_strength.min_length': 'Shortest password',
      'redirect.url': 'Address',
      'webhook.url': 'Address',
      'webhook.timeout_ms': 'Longest wait, in milliseconds',
      'set_metadata.key': 'Member',
      'set_metadata.value': 'Value',
      'assign_role.role_id': 'Id of the role',
      'add_to_org.organization_id': 'Id of the organization',
      'add_to_org.role': 'Role there',
      'custom_check.condition': 'Condition',
      'custom_check.message': 'Message',
      'delay.seconds': 'Seconds',
      'conditional.condition': 'Condition',
    },
    hints: {},
    conditions: {},
  },
  es: {
    kinds: {
      require_email_verification: 'Espera hasta que la persona haya comprobado su dirección de correo.',
      require_mfa_enrollment:
        'Espera hasta que la persona tenga un segundo factor. Una llave de acceso que acaba de presentar lo es.',
      require_mfa_challenge:
        'Espera hasta que la persona haya presentado un segundo factor; quien no tiene ninguno configura antes uno.',
      require_password_strength:
        'Espera una contraseña mejor cuando la que se escribió es demasiado corta, común o hecha de lo que se sabe de la persona. Donde no se escribió ninguna no hace nada.',
      redirect:
        'Lleva a la persona a una página tuya, que la devuelve a la dirección de su parámetro return_to. Que haya vuelto no dice nada de lo que hizo allí: pregúntalo con un paso webhook.',
      webhook:
        'Pregunta a un servidor tuyo, con la firma de los webhooks. Lo que responde permite, deniega o anota metadatos.',
      set_metadata: 'Anota algo en los metadatos del usuario, dentro de su miembro flows.',
      assign_role:
        'Da un rol al usuario, una vez comprobada su dirección. Ninguno de los que administran este servidor.',
      add_to_org: 'Hace al usuario miembro de una organización, una vez comprobada su dirección.',
      custom_check: 'Deja seguir a quien cumple una condición y dice a los demás por qué no.',
      delay: 'Espera un momento.',
      conditional: 'Sigue un camino o el otro.',
    },
    fields: {
      'require_mfa_challenge.always': 'Uno más, se haya presentado lo que se haya presentado',
      'require_password_strength.min_length': 'Contraseña más corta',
      'redirect.url': 'Dirección',
      'webhook.url': 'Dirección',
      'webhook.timeout_ms': 'Espera más larga, en milisegundos',
      'set_metadata.key': 'Miembro',
      'set_metadata.value': 'Valor',
      'assign_role.role_id': 'Id del rol',
      'add_to_org.organization_id': 'Id de la organización',
      'add_to_org.role': 'Rol en ella',
      'custom_check.condition': 'Condición',
      'custom_check.message': 'Mensaje',
      'delay.seconds': 'Segundos',
      'conditional.condition': 'Condición',
    },
    hints: {
      'require_mfa_challenge.always':
        'Pide otro aunque al entrar ya se haya presentado uno, como hace una llave de acceso.',
      'require_password_strength.min_length': 'En caracteres; además rige el ajuste `password.min_length`.',
      'redirect.url': 'De un origen del ajuste `flows.redirect_origins`.',
      'webhook.url': 'Dónde se le pregunta: https, o un host del ajuste `outbound.allowed_hosts`.',
      'set_metadata.value': 'Con null se quita.',
      'add_to_org.role': 'Cualquiera menos owner.',
      'custom_check.condition': 'Una condición; {} se cumple siempre.',
      'custom_check.message': 'Lo que lee la persona.',
      'conditional.condition': 'Una condición; {} se cumple siempre.',
    },
    conditions: {
      email_domain: 'El dominio de la dirección, en minúsculas; ninguno por debajo de él. Comprobada o no.',
      user_has_role: 'Ids de roles que el usuario tiene ahora; basta uno.',
      in_org: 'Ids de organizaciones de las que el usuario es miembro; basta una.',
      metadata_eq: 'Miembros de los metadatos del usuario con sus valores, todos; `flows.plan` baja un nivel.',
      has_metadata: 'Miembros que tienen los metadatos del usuario; basta uno.',
      auth_method: 'Con qué probó la persona quién es; basta uno.',
      client_id: 'Aplicaciones que esperan el acceso; basta una.',
      ip_in: 'Direcciones y redes (10.0.0.0/8) de las que viene el acceso; basta una.',
      new_device: 'Si nadie ha entrado antes como este usuario desde un dispositivo y una red así.',
      time_of_day: 'De una hora a otra, que puede pasar de medianoche; los días son los del momento mismo.',
      trigger_eq: 'Lo que puso en marcha el flujo; basta uno.',
      all_of: 'Condiciones que se cumplen todas.',
      any_of: 'Condiciones de las que se cumple una.',
      not: 'Una condición que no se cumple.',
    },
  },
})

/** What a step of a type takes, in these words; what has none keeps the server's. */
export function inWords(type: string, config: JsonSchema, { fields, hints }: Pick<StepTexts, 'fields' | 'hints'>) {
  const worded = Object.entries(config.properties ?? {}).map(([name, property]): [string, JsonSchema] => {
    const [title, description] = [fields[`${type}.${name}`], hints[`${type}.${name}`]]
    return [name, { ...property, ...(title && { title }), ...(description && { description }) }]
  })
  return { ...config, properties: Object.fromEntries(worded) }
}
