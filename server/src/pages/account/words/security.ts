import { plural, words } from '#/ui/i18n/index.ts'

/** What the page about ways to sign in says, and the small pages behind it. */
export const securityWords = words({
  en: {
    title: 'Security',
    intro: 'How you sign in, and where you are signed in.',
    password: 'Password',
    passwordSet: 'You have one. Nobody here can read it.',
    passwordNone: 'You have none. You sign in in other ways.',
    changePassword: 'Change the password',
    choosePassword: 'Choose a password',
    secondStep: 'Second step',
    secondStepOn: plural('en', {
      one: 'On. Signing in asks for a code of your authenticator app. One recovery code is left.',
      other: 'On. Signing in asks for a code of your authenticator app. # recovery codes are left.',
    }),
    secondStepOff: 'Off. With it, whoever learns your password still can’t sign in.',
    manageSecondStep: 'Manage the second step',
    setUp: 'Set it up',
    passkeys: 'Passkeys',
    passkeysIntro: 'Sign in with your fingerprint, face or PIN. Nothing to type, nothing to steal.',
    noPasskeys: 'You have none yet.',
    added: 'Added',
    used: 'last used',
    neverUsed: 'never used',
    manage: 'Manage',
    addPasskey: 'Add a passkey',
    confirmFirst:
      'Confirm your e-mail address first: open the link we sent you. Until then nobody knows that the address is yours.',
    sendLink: 'Send the link again',
    sessions: 'Where you are signed in',
    here: 'This browser',
    seen: 'Seen',
    signedIn: 'signed in',
    endOne: 'Sign out',
    endOthers: 'Sign out everywhere else',
    endAll: 'Sign out everywhere, here too',
    onlyHere: 'Nowhere else.',
  },
  es: {
    title: 'Seguridad',
    intro: 'Cómo entras, y dónde tienes la sesión abierta.',
    password: 'Contraseña',
    passwordSet: 'Tienes una. Aquí nadie puede leerla.',
    passwordNone: 'No tienes. Entras de otras maneras.',
    changePassword: 'Cambiar la contraseña',
    choosePassword: 'Elegir una contraseña',
    secondStep: 'Segundo paso',
    secondStepOn: plural('es', {
      one: 'Activado. Al entrar se pide un código de tu aplicación de autenticación. Queda un código de recuperación.',
      other:
        'Activado. Al entrar se pide un código de tu aplicación de autenticación. Quedan # códigos de recuperación.',
    }),
    secondStepOff: 'Desactivado. Con él, quien sepa tu contraseña no puede entrar.',
    manageSecondStep: 'Gestionar el segundo paso',
    setUp: 'Activarlo',
    passkeys: 'Llaves de acceso',
    passkeysIntro: 'Entra con tu huella, tu cara o un PIN. Nada que escribir, nada que robar.',
    noPasskeys: 'Todavía no tienes.',
    added: 'Añadida',
    used: 'usada por última vez',
    neverUsed: 'sin usar',
    manage: 'Gestionar',
    addPasskey: 'Añadir una llave de acceso',
    confirmFirst:
      'Confirma antes tu dirección de correo: abre el enlace que te enviamos. Hasta entonces nadie sabe que la dirección es tuya.',
    sendLink: 'Enviar el enlace otra vez',
    sessions: 'Dónde tienes la sesión abierta',
    here: 'Este navegador',
    seen: 'Vista',
    signedIn: 'abierta',
    endOne: 'Cerrar sesión',
    endOthers: 'Cerrar sesión en los demás',
    endAll: 'Cerrar sesión en todos, también aquí',
    onlyHere: 'En ningún otro sitio.',
  },
})

/** What the page for another password says. */
export const passwordWords = words({
  en: {
    change: 'Change the password',
    choose: 'Choose a password',
    intro: 'Saving it signs you out in every other browser and ends what applications hold.',
    current: 'Current password',
    label: 'New password',
    save: 'Save the password',
    wrong: 'This is not your current password.',
  },
  es: {
    change: 'Cambiar la contraseña',
    choose: 'Elegir una contraseña',
    intro: 'Al guardarla se cierra tu sesión en los demás navegadores y termina lo que tienen las aplicaciones.',
    current: 'Contraseña actual',
    label: 'Contraseña nueva',
    save: 'Guardar la contraseña',
    wrong: 'Esta no es tu contraseña actual.',
  },
})

/** What the pages about one passkey say. */
export const passkeyWords = words({
  en: {
    add: 'Add a passkey',
    addIntro: 'Your device asks for your fingerprint, face or PIN and keeps a key for this site.',
    name: 'Name',
    nameHint: 'So that you know it again, such as “Work laptop”.',
    create: 'Create the passkey',
    failed: 'No passkey was made. Perhaps this device has one for you already.',
    noScript: 'Your browser has to run scripts and know passkeys for this. Everything else here works without.',
    rename: 'Save the name',
    remove: 'Remove this passkey',
    removeIntro:
      'It opens nothing from then on. Delete it on your device as well. Browsers it signed in stay signed in.',
    synced: 'Kept in step by your password manager.',
    bound: 'Kept on one device.',
    wrongName: 'Enter a name of 1 to 100 visible characters.',
  },
  es: {
    add: 'Añadir una llave de acceso',
    addIntro: 'Tu dispositivo te pide la huella, la cara o el PIN y guarda una llave para este sitio.',
    name: 'Nombre',
    nameHint: 'Para reconocerla, por ejemplo «Portátil del trabajo».',
    create: 'Crear la llave de acceso',
    failed: 'No se ha creado ninguna llave. Quizá este dispositivo ya tenga una tuya.',
    noScript:
      'Para esto tu navegador debe ejecutar scripts y conocer las llaves de acceso. Lo demás funciona sin ellos.',
    rename: 'Guardar el nombre',
    remove: 'Eliminar esta llave',
    removeIntro:
      'Desde entonces no abre nada. Bórrala también en tu dispositivo. Las sesiones que abrió siguen abiertas.',
    synced: 'Tu gestor de contraseñas la sincroniza.',
    bound: 'Guardada en un solo dispositivo.',
    wrongName: 'Escribe un nombre de 1 a 100 caracteres visibles.',
  },
})
