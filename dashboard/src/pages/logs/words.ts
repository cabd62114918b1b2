import { words } from '#/i18n/words.ts'

/** What the live log says around its lines. */
export const logWords = words({
  en: {
    log: 'Live log',
    lead: 'Of the one process that responded, from now on. Times are UTC. The space bar pauses.',
    states: { connecting: 'Listening', connected: 'Connected', lost: 'Connection lost' },
    paused: 'Paused',
    held: (count: number) => `${count} new`,
    dropped: (count: number) => `${count} left out`,
    pause: 'Pause',
    goOn: 'Go on',
    clear: 'Clear',
    search: 'In the lines that are here',
    level: 'At least',
    nothing: 'Nothing was written since you came. Lines appear here as the server writes them.',
  },
  es: {
    log: 'Registro en vivo',
    lead: 'Del proceso que ha respondido, desde ahora. Las horas son UTC. La barra espaciadora lo pausa.',
    states: { connecting: 'A la escucha', connected: 'Conectado', lost: 'Conexión perdida' },
    paused: 'En pausa',
    held: (count: number) => (count === 1 ? '1 nueva' : `${count} nuevas`),
    dropped: (count: number) => (count === 1 ? '1 omitida' : `${count} omitidas`),
    pause: 'Pausar',
    goOn: 'Seguir',
    clear: 'Vaciar',
    search: 'En las líneas que hay aquí',
    level: 'Al menos',
    nothing: 'No se ha escrito nada desde que llegaste. Las líneas aparecen aquí según las escribe el servidor.',
  },
})
