import { words } from './i18n/index.ts'

/** What the gateway tells people whom it lets through to no page, by the reason, and where they can go on. */
export const gatewayWords = words({
  en: {
    toAccount: 'Go to your account',
    signInAsAnother: 'Sign in as somebody else',
    byReason: {
      unknown_host: {
        title: 'There is nothing here',
        message: 'No site is served at this address. Check how it is written.',
      },
      ambiguous_path: {
        title: 'This address can’t be opened',
        message: 'Parts of it can be read in more than one way. Check how it is written.',
      },
      no_rule: {
        title: 'This page is not open to anybody',
        message: 'Nobody has been given access to it. If you need it, ask whoever runs this site.',
      },
      not_an_agent: {
        title: 'This page is for agents',
        message: 'Programs read it, for themselves or on behalf of people. Nobody can open it in a browser.',
      },
      missing_role: {
        title: 'You don’t have access to this page',
        message: 'You are signed in, but your account may not open it. If you need it, ask whoever runs this site.',
      },
      missing_permission: {
        title: 'You don’t have access to this page',
        message: 'You are signed in, but your account may not open it. If you need it, ask whoever runs this site.',
      },
      not_a_member: {
        title: 'You don’t have access to this page',
        message: 'You are signed in, but your account may not open it. If you need it, ask whoever runs this site.',
      },
      missing_scope: {
        title: 'You don’t have access to this page',
        message: 'You are signed in, but your account may not open it. If you need it, ask whoever runs this site.',
      },
      invalid_credentials: {
        title: 'We don’t know who you are',
        message: 'What your browser sent to prove it is not valid here. Sign in again.',
      },
      step_up_required: {
        title: 'A stronger sign-in is needed',
        message: 'This page asks for a newer or stronger sign-in than the one you came with.',
      },
      sign_in_over: {
        title: 'This sign-in is over',
        message: 'It was finished already, took too long, or began in another browser. Open the page again.',
      },
      unreachable: {
        title: 'This site does not answer',
        message: 'It can’t be reached right now. Try again in a moment.',
      },
      timeout: { title: 'This site takes too long', message: 'It did not answer in time. Try again in a moment.' },
      circuit_open: {
        title: 'This site does not answer',
        message: 'It failed several times in a row, so it is left alone for a few seconds. Try again in a moment.',
      },
      too_busy: { title: 'This site is busy', message: 'It is being asked too much at once. Try again in a moment.' },
      loop: {
        title: 'This site is set up wrongly',
        message: 'Requests for it go round in a circle. Tell whoever runs it.',
      },
    },
  },
  es: {
    toAccount: 'Ir a tu cuenta',
    signInAsAnother: 'Entrar con otra cuenta',
    byReason: {
      unknown_host: {
        title: 'Aquí no hay nada',
        message: 'En esta dirección no hay ningún sitio. Comprueba que esté bien escrita.',
      },
      ambiguous_path: {
        title: 'No se puede abrir esta dirección',
        message: 'Algunas partes se pueden leer de más de una manera. Comprueba que esté bien escrita.',
      },
      no_rule: {
        title: 'Nadie puede abrir esta página',
        message: 'No se ha dado acceso a nadie. Si la necesitas, pídelo a quien administra este sitio.',
      },
      not_an_agent: {
        title: 'Esta página es para agentes',
        message: 'La leen programas, por su cuenta o en nombre de personas. No se puede abrir con un navegador.',
      },
      missing_role: {
        title: 'No tienes acceso a esta página',
        message: 'Has entrado, pero tu cuenta no puede abrirla. Si la necesitas, pídelo a quien administra este sitio.',
      },
      missing_permission: {
        title: 'No tienes acceso a esta página',
        message: 'Has entrado, pero tu cuenta no puede abrirla. Si la necesitas, pídelo a quien administra este sitio.',
      },
      not_a_member: {
        title: 'No tienes acceso a esta página',
        message: 'Has entrado, pero tu cuenta no puede abrirla. Si la necesitas, pídelo a quien administra este sitio.',
      },
      missing_scope: {
        title: 'No tienes acceso a esta página',
        message: 'Has entrado, pero tu cuenta no puede abrirla. Si la necesitas, pídelo a quien administra este sitio.',
      },
      invalid_credentials: {
        title: 'No sabemos quién eres',
        message: 'Lo que ha enviado tu navegador para demostrarlo no es válido aquí. Vuelve a entrar.',
      },
      step_up_required: {
        title: 'Hace falta un acceso más seguro',
        message: 'Esta página pide un acceso más reciente o más seguro que el que traes.',
      },
      sign_in_over: {
        title: 'Este acceso ha terminado',
        message: 'Ya se completó, tardó demasiado o empezó en otro navegador. Abre la página de nuevo.',
      },
      unreachable: {
        title: 'Este sitio no responde',
        message: 'Ahora mismo no se puede acceder a él. Prueba dentro de un momento.',
      },
      timeout: {
        title: 'Este sitio tarda demasiado',
        message: 'No ha respondido a tiempo. Prueba dentro de un momento.',
      },
      circuit_open: {
        title: 'Este sitio no responde',
        message: 'Ha fallado varias veces seguidas y se le deja descansar unos segundos. Prueba dentro de un momento.',
      },
      too_busy: {
        title: 'Este sitio está saturado',
        message: 'Recibe demasiadas peticiones a la vez. Prueba dentro de un momento.',
      },
      loop: {
        title: 'Este sitio está mal configurado',
        message: 'Las peticiones dan vueltas sin llegar a ninguna parte. Avisa a quien lo administra.',
      },
    },
  },
})
