import type { ReactNode } from 'react'

// Drawn on 16 px with lines of 1.5; a path each.
const paths = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  users:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.8c1.6.5 2.5 1.8 2.5 3.7',
  session: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  organization:
    'M2.5 13.5v-11h6v11M8.5 6h5v7.5M1.5 13.5h13M4.75 5h1.5M4.75 7.75h1.5M4.75 10.5h1.5M11 8.5v.01M11 11v.01',
  role: 'M8 1.8 13 4v4c0 3-2 5.2-5 6.2-3-1-5-3.2-5-6.2V4zM5.8 7.8l1.6 1.6 2.9-3',
  agent: 'M3 4.5h7.5l2.5 2.5v6H3zM6 8.5v1M10 8.5v1M8 4.5V2',
  map: 'M3.5 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM10.5 6.5h4v3h-4zM3.5 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5.5 4 10.5 7.3M5.5 12.2 10.5 8.8',
  consent:
    'M8 14S2 10.5 2 6.2C2 4 3.6 2.5 5.4 2.5c1.1 0 2 .5 2.6 1.4.6-.9 1.5-1.4 2.6-1.4C12.4 2.5 14 4 14 6.2 14 10.5 8 14 8 14Z',
  vault: 'M2.5 2.5h11v10h-11zM4.5 12.5v1.5M11.5 12.5V14M8 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 5.5V4.5M8 10.5v-1',
  app: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  sso: 'M9.5 2.5h4v11h-4M2 8h8M7 5l3 3-3 3',
  gateway: 'M2 13.5v-7a6 6 0 0 1 12 0v7M5 13.5v-6.5a3 3 0 0 1 6 0v6.5M1.5 13.5h13',
  branding:
    'M8 14A6 6 0 1 1 14 8c0 2-1.5 2.5-3 2.5H9.5c-1 0-1.3.8-.8 1.5.6.9.3 2-.7 2ZM5 8.5v.01M6.5 5.2v.01M10.2 5.5v.01',
  flow: 'M2 2.5h4v3H2zM10 6.5h4v3h-4zM2 10.5h4v3H2zM6 4h2v8H6M8 8h2',
  mail: 'M2 3.5h12v9H2zM2.3 4 8 8.5 13.7 4',
  audit: 'M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3M6 8h4M6 10.8h4',
  live: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  webhook:
    'M6 6.5 4 10.2M6 6.5a2.3 2.3 0 1 1 3.8-2M10 9l-2-4M10 9a2.3 2.3 0 1 1-1.3 3.6M4 10.2a2.2 2.2 0 1 0 2.2 2.3h5',
  key: 'M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-1.5H6V11h1.5l1.3-1.3c.5.2 1.1.3 1.7.3ZM11.5 4.7v.01',
  signature: 'M1.5 12.5c2-6 4-9 5-8.5 1.5.8-2.5 7-1.5 7.5s2-3 3-2.5.2 2 1 2 1.2-1 1.8-1 .7 1.2 3.7 1M2 14.5h12',
  health: 'M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  settings:
    'M2 4.5h6M11 4.5h3M2 11.5h3M8 11.5h6M9.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM6.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  token: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 10.5 5.5 8 8 5.5 10.5 8z',
  device: 'M4.5 1.5h7v13h-7zM7 12.5h2',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  check: 'M2.8 8.5 6.3 12l7-8',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  sidebar: 'M2 2.5h12v11H2zM6 2.5v11',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  warn: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5v3.5M8 5v.01',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  terminal: 'M2 3h12v10H2zM4.5 6.5 6.5 8l-2 1.5M8 10h3.5',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.3C6.3 5.2 7 4.7 8 4.7s1.8.6 1.8 1.6c0 1.3-1.8 1.3-1.8 2.7M8 11.3v.01',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c0-2.8 2.3-4.5 5.5-4.5s5.5 1.7 5.5 4.5',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.7 7v4M9.3 7v4',
  edit: 'M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 2v3h-3',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 3v10l8-5z',
} as const

export type IconName = keyof typeof paths

/** A picture beside words, which say the same: screen readers pass over it. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
)
