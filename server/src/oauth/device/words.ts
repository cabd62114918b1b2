import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages for devices say. */
export const deviceWords = words({
  en: {
    title: 'Connect a device',
    failed: (title: string) => `Error: ${title}`,
    enter: (email: string): Html =>
      html`Enter the code that your device shows. You are signed in as <strong>${email}</strong>.`,
    unknown: 'No device waits with this code. Check it, or get a new one on your device.',
    label: 'Code',
    hint: 'Eight letters. Small letters and a missing hyphen are fine.',
    continue: 'Continue',
    you: 'you',
    agent: 'agent on a device',
    app: 'app on a device',
    connect: (client: string) => `Connect ${client}`,
    question: (client: string) => `Connect ${client}?`,
    actFor: (email: string): Html => html`It wants to act for <strong>${email}</strong>.`,
    administers: (email: string): Html =>
      html`It wants to administer this server as <strong>${email}</strong>, with everything your role may do.`,
    sameCode: 'Does your device show this code?',
    asked: 'Asked',
    from: (address: string) => `from ${address}`,
    howLong: 'How long',
    where: 'Where',
    didYou: 'Did you start this?',
    warning:
      'Allow it only if you hold the device and asked for this code yourself. If somebody sent you the code or this link, deny it: they would get in as you.',
    deny: 'Deny',
    allow: 'Allow',
    connected: 'Device connected',
    canGoOn: (client: string) => `${client} can go on now. Look at your device; you can close this page.`,
    refused: 'Device refused',
    gotNothing: (client: string) => `${client} was told no and got nothing. You can close this page.`,
  },
  es: {
    title: 'Conectar un dispositivo',
    failed: (title) => `Error: ${title}`,
    enter: (email) =>
      html`Escribe el código que muestra tu dispositivo. Tienes la sesión abierta como <strong>${email}</strong>.`,
    unknown: 'Ningún dispositivo espera con este código. Compruébalo, o pide uno nuevo en tu dispositivo.',
    label: 'Código',
    hint: 'Ocho letras. Valen en minúscula y sin el guion.',
    continue: 'Continuar',
    you: 'tú',
    agent: 'agente en un dispositivo',
    app: 'aplicación en un dispositivo',
    connect: (client) => `Conectar ${client}`,
    question: (client) => `¿Conectar ${client}?`,
    actFor: (email) => html`Quiere actuar en nombre de <strong>${email}</strong>.`,
    administers: (email) =>
      html`Quiere administrar este servidor como <strong>${email}</strong>, con todo lo que tu rol puede hacer.`,
    sameCode: '¿Muestra tu dispositivo este código?',
    asked: 'Pedido',
    from: (address) => `desde ${address}`,
    howLong: 'Cuánto tiempo',
    where: 'Dónde',
    didYou: '¿Has empezado tú esto?',
    warning:
      'Permítelo solo si tienes el dispositivo delante y pediste este código. Si alguien te envió el código o este enlace, deniégalo: entraría en tu lugar.',
    deny: 'Denegar',
    allow: 'Permitir',
    connected: 'Dispositivo conectado',
    canGoOn: (client) => `${client} ya puede continuar. Mira tu dispositivo; puedes cerrar esta página.`,
    refused: 'Dispositivo rechazado',
    gotNothing: (client) => `${client} ha recibido un no y se queda sin nada. Puedes cerrar esta página.`,
  },
})
