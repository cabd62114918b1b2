import { words } from '#/i18n/words.ts'

/** What the screen about signing keys says. */
export const signingKeyWords = words({
  en: {
    keys: 'Signing keys',
    lead: 'Tokens are signed by the active key. Those before it stay published until what they signed has run out.',
    timeline: 'Each key from its first day to its last',
    summary: (active: number) => (active === 1 ? 'One key signs at the moment.' : `${active} keys sign at the moment.`),
    none: 'No keys',
    noneHelp: 'The server makes its first key when it starts.',
    state: 'State',
    states: {
      active: 'Signs',
      next: 'Signs next',
      retired: 'Verifies on',
      expired: 'Gone',
      revoked: 'Dropped',
    },
    algorithm: 'Algorithm',
    signsSince: 'Signs since',
    publishedUntil: 'Published until',
    open: 'as long as it signs',
    rotate: 'Rotate',
    rotateTitle: 'Rotate the signing key?',
    rotateBody:
      'The next key signs from now on, and a new one is published behind it. What the old one signed goes on to verify; nobody is signed out.',
    rotated: 'The next key signs now.',
    drop: 'Drop',
    dropTitle: (kid: string) => `Drop the key ${kid}?`,
    dropBody:
      'For a key that somebody else got hold of. It leaves the key set at once, and every token it signed is refused. Nothing brings it back.',
    dropped: 'The key is gone from the key set.',
    ends: (tokens: number) => (tokens === 1 ? 'One living token ends.' : `${tokens} living tokens end.`),
  },
  es: {
    keys: 'Claves de firma',
    lead: 'Los tokens se firman con la clave activa. Las anteriores siguen publicadas hasta que vence lo que firmaron.',
    timeline: 'Cada clave, de su primer día al último',
    summary: (active: number) => (active === 1 ? 'Ahora firma una clave.' : `Ahora firman ${active} claves.`),
    none: 'Sin claves',
    noneHelp: 'El servidor hace su primera clave al arrancar.',
    state: 'Estado',
    states: {
      active: 'Firma',
      next: 'Firmará después',
      retired: 'Aún verifica',
      expired: 'Fuera',
      revoked: 'Retirada',
    },
    algorithm: 'Algoritmo',
    signsSince: 'Firma desde',
    publishedUntil: 'Publicada hasta',
    open: 'mientras firme',
    rotate: 'Renovar',
    rotateTitle: '¿Renovar la clave de firma?',
    rotateBody:
      'Desde ahora firma la siguiente clave, y detrás se publica una nueva. Lo que firmó la anterior se sigue verificando; nadie pierde su sesión.',
    rotated: 'Ya firma la siguiente clave.',
    drop: 'Retirar',
    dropTitle: (kid: string) => `¿Retirar la clave ${kid}?`,
    dropBody:
      'Para una clave que ha caído en manos ajenas. Sale del conjunto al momento y se rechaza todo token que firmó. No hay vuelta atrás.',
    dropped: 'La clave ya no está en el conjunto.',
    ends: (tokens: number) => (tokens === 1 ? 'Termina un token vivo.' : `Terminan ${tokens} tokens vivos.`),
  },
})
