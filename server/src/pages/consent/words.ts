import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the consent page says besides the scopes. */
export const consentWords = words({
  en: {
    title: (client: string) => `Allow ${client}?`,
    heading: (client: string) => `${client} wants to act for you`,
    notYou: 'Not you?',
    howLong: 'How long',
    where: 'Where',
    backTo: 'Back to',
    handsOn: 'May hand on to',
    andOthers: (names: string, more: number) => `${names} and ${more} more`,
    deny: 'Deny',
    allow: 'Allow',
    later: 'You can',
    reviewLater: 'review or withdraw this later at your account',
    you: 'you',
    agent: 'agent',
    application: 'application',
    keyBound: (kind: string) => `${kind}, key-bound`,
    anApp: (scheme: string): Html => html`an app on this device, <code>${scheme}</code>`,
    aProgram: (host: string): Html => html`a program on this computer, <code>${host}</code>`,
  },
  es: {
    title: (client) => `¿Autorizar a ${client}?`,
    heading: (client) => `${client} quiere actuar en tu nombre`,
    notYou: '¿No eres tú?',
    howLong: 'Cuánto tiempo',
    where: 'Dónde',
    backTo: 'Volver a',
    handsOn: 'Puede delegar en',
    andOthers: (names, more) => `${names} y ${more} más`,
    deny: 'Denegar',
    allow: 'Permitir',
    later: 'Puedes',
    reviewLater: 'revisarlo o retirarlo más tarde en tu cuenta',
    you: 'tú',
    agent: 'agente',
    application: 'aplicación',
    keyBound: (kind) => `${kind}, con clave`,
    anApp: (scheme) => html`una aplicación de este dispositivo, <code>${scheme}</code>`,
    aProgram: (host) => html`un programa de este equipo, <code>${host}</code>`,
  },
})
