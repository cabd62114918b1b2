import { words } from './i18n/index.ts'

/** What error pages say: by code, else by status. */
export const problemWords = words({
  en: {
    failed: 'That did not work',
    start: 'Go to the start page',
    request: 'Request',
    forDevelopers: 'For developers',
    /** What is said when only the detail knows more. */
    notDone: 'What was sent can’t be done.',
    byCode: {
      csrf_failed: {
        title: 'This form is out of date',
        message:
          'It was opened in another window, or too long ago. Nothing was changed. Go back, reload the page, try again.',
      },
      round_trip_over: {
        title: 'This sign-in is over',
        message:
          'It was finished already, took longer than ten minutes, or began in another browser. Start again here.',
      },
      sign_in_not_waiting: {
        title: 'This sign-in is over',
        message:
          'It was finished already, took longer than fifteen minutes, or began in another browser. Start again here.',
      },
      provider_unavailable: {
        title: 'We can’t reach them right now',
        message: 'The place you want to sign in with does not answer. Try again in a moment, or sign in another way.',
      },
      authorization_request_gone: {
        title: 'This sign-in is over',
        message:
          'It was finished already, or it took longer than ten minutes. Go back to the application and start again.',
      },
      authorization_request_foreign: {
        title: 'This sign-in began elsewhere',
        message:
          'A sign-in can only be finished in the browser it was started in. Start again from the application here.',
      },
      setup_token_invalid: {
        title: 'That did not work',
        message:
          'This setup link is not valid. It works once, and for half an hour: start the server again for a new one.',
      },
      device_code_gone: {
        title: 'That did not work',
        message:
          'This code was answered already, or it has expired. Nothing was changed. Get a new code on your device.',
      },
      not_signed_in: { title: 'You are signed out', message: 'Your session has ended. Sign in again.' },
    },
    byStatus: {
      404: { title: 'No such page', message: 'The address is wrong, or the page is gone.' },
      405: { title: 'That did not work', message: 'This page can’t be asked in this way. Start again.' },
      413: { title: 'That was too much', message: 'What was sent is larger than this page takes.' },
      415: { title: 'That did not work', message: 'This page takes forms only. Start again.' },
      429: { title: 'Too many attempts', message: 'Wait a little, then try again.' },
      500: { title: 'Something failed on our side', message: 'It is not your doing. Try again in a moment.' },
      503: { title: 'We can’t answer right now', message: 'The server is busy or restarting. Try again in a moment.' },
    },
  },
  es: {
    failed: 'Eso no ha funcionado',
    start: 'Ir a la página de inicio',
    request: 'Petición',
    forDevelopers: 'Para desarrolladores',
    notDone: 'Lo que se ha enviado no se puede atender.',
    byCode: {
      csrf_failed: {
        title: 'Este formulario ha caducado',
        message:
          'Se abrió en otra ventana, o hace demasiado tiempo. No ha cambiado nada. Vuelve atrás, recarga la página y prueba otra vez.',
      },
      round_trip_over: {
        title: 'Este acceso ha terminado',
        message: 'Ya se completó, tardó más de diez minutos o empezó en otro navegador. Empieza de nuevo aquí.',
      },
      provider_unavailable: {
        title: 'Ahora mismo no responden',
        message: 'El sitio con el que quieres entrar no contesta. Prueba dentro de un momento, o entra de otra manera.',
      },
      authorization_request_gone: {
        title: 'Este acceso ha terminado',
        message: 'Ya se completó, o tardó más de diez minutos. Vuelve a la aplicación y empieza de nuevo.',
      },
      authorization_request_foreign: {
        title: 'Este acceso empezó en otro sitio',
        message:
          'Un acceso solo se puede completar en el navegador en el que empezó. Empieza de nuevo desde la aplicación, aquí.',
      },
      setup_token_invalid: {
        title: 'Eso no ha funcionado',
        message:
          'Este enlace de puesta en marcha no es válido. Funciona una sola vez, durante media hora: reinicia el servidor y tendrás otro.',
      },
      sign_in_not_waiting: {
        title: 'Este acceso ha terminado',
        message: 'Ya se completó, tardó más de quince minutos o empezó en otro navegador. Empieza de nuevo aquí.',
      },
      device_code_gone: {
        title: 'Eso no ha funcionado',
        message: 'Este código ya se respondió, o ha caducado. No ha cambiado nada. Pide uno nuevo en tu dispositivo.',
      },
      not_signed_in: { title: 'Se ha cerrado tu sesión', message: 'Tu sesión ha terminado. Entra de nuevo.' },
    },
    byStatus: {
      404: { title: 'Esta página no existe', message: 'La dirección no es correcta, o la página ya no está.' },
      405: { title: 'Eso no ha funcionado', message: 'Esta página no se puede pedir de esa manera. Empieza de nuevo.' },
      413: { title: 'Eso es demasiado', message: 'Lo que se ha enviado es más grande de lo que esta página admite.' },
      415: { title: 'Eso no ha funcionado', message: 'Esta página solo admite formularios. Empieza de nuevo.' },
      429: { title: 'Demasiados intentos', message: 'Espera un poco y prueba de nuevo.' },
      500: { title: 'Algo ha fallado por nuestra parte', message: 'No es culpa tuya. Prueba dentro de un momento.' },
      503: {
        title: 'Ahora mismo no podemos responder',
        message: 'El servidor está ocupado o reiniciándose. Prueba dentro de un momento.',
      },
    },
  },
})
