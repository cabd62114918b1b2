import { screen } from '#/app/screen.ts'

/** The audit log: what happened, by whom, and that nobody changed it. */
export const auditLogs = screen({
  label: { en: 'Audit log', es: 'Auditoría' },
  icon: 'audit',
  group: 'activity',
  scope: 'audit-logs:read',
  routes: [
    { path: '/audit-logs', load: () => import('./list.tsx') },
    { path: '/audit-logs/checkpoints', load: () => import('./checkpoints.tsx') },
    { path: '/audit-logs/$id', load: () => import('./detail.tsx') },
  ],
  objects: { aud: (id) => `/audit-logs/${id}`, req: (id) => `/audit-logs/${id}` },
})
