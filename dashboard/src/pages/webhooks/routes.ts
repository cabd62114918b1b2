import { screen } from '#/app/screen.ts'

/** Endpoints that are told what happens here, and what was delivered to each. */
export const webhooks = screen({
  label: { en: 'Webhooks', es: 'Webhooks' },
  icon: 'webhook',
  group: 'activity',
  scope: 'webhooks:read',
  routes: [
    { path: '/webhooks', load: () => import('./list.tsx') },
    { path: '/webhooks/new', scope: 'webhooks:write', load: () => import('./create.tsx') },
    { path: '/webhooks/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    wh: (id) => `/webhooks/${id}`,
    whd: (id, webhook) => (webhook === undefined ? undefined : `/webhooks/${webhook}?tab=deliveries&peek=${id}`),
  },
})
