import { words } from '#/i18n/words.ts'

/** What the form about a person says beyond what their screens say. */
export const userFormWords = words({
  en: {
    tierHint: 'A word that your applications give a meaning to: small letters, digits, - and _.',
    roleHint: 'What they may do in this console and over the API. Nobody else needs one.',
    metadataHint: 'A JSON object of your own, at most 16 KiB. A member that is null is taken away.',
    saveChanges: 'Save',
    emailTitle: (who: string) => `Change the address of ${who}?`,
    roleTitle: (who: string) => `Change the role of ${who}?`,
    bothTitle: (who: string) => `Change the address and the role of ${who}?`,
    emailBody: (email: string) =>
      `From now on they sign in and get their mail as ${email}. Links that were sent to the former address stop working.`,
    emailUnproven: 'It counts as not proven until they prove it.',
    roleBody: (role: string) => `What they run the server as becomes: ${role}. The owners are told by mail.`,
    keysBody: 'API keys that they made go on until somebody revokes them.',
    change: 'Change it',
  },
  es: {
    tierHint: 'Una palabra a la que tus aplicaciones dan sentido: minúsculas, cifras, - y _.',
    roleHint: 'Lo que puede hacer en esta consola y por la API. Nadie más necesita uno.',
    metadataHint: 'Un objeto JSON tuyo, de 16 KiB como mucho. Un miembro que es null se quita.',
    saveChanges: 'Guardar',
    emailTitle: (who: string) => `¿Cambiar la dirección de ${who}?`,
    roleTitle: (who: string) => `¿Cambiar el rol de ${who}?`,
    bothTitle: (who: string) => `¿Cambiar la dirección y el rol de ${who}?`,
    emailBody: (email: string) =>
      `Desde ahora entra y recibe su correo como ${email}. Los enlaces enviados a la dirección anterior dejan de valer.`,
    emailUnproven: 'Cuenta como sin comprobar hasta que la compruebe.',
    roleBody: (role: string) => `Su papel en el servidor pasa a ser: ${role}. Se avisa por correo a los propietarios.`,
    keysBody: 'Las claves de API que creó siguen hasta que alguien las revoque.',
    change: 'Cambiar',
  },
})
