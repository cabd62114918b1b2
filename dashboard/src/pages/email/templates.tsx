import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EmailTemplate } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { LanguageChoice, useMailLocale } from './language.tsx'
import { emailWords } from './words.ts'

/** Every kind of message in one language, and which of them say something of your own. */
export function Templates(): ReactNode {
  const w = useWords(emailWords)
  const [locale] = useMailLocale()
  const list = useList<EmailTemplate>(['email', 'templates', locale], (page, signal) =>
    mandate.email.templates.list({ locale, ...page }, { signal }),
  )
  return (
    <>
      <LanguageChoice />
      <DataTable
        name="email-templates"
        label={w.templates}
        list={list}
        idOf={({ id }) => id}
        empty={<EmptyState title={w.templates}>{w.noTemplates}</EmptyState>}
        columns={[
          {
            id: 'id',
            header: w.kind,
            width: '34%',
            cell: ({ id }) => (
              <Link to={`/email/templates/${id}`} search={{ locale }} data-row-link>
                {w.kinds[id]}
              </Link>
            ),
            text: ({ id }) => id,
          },
          {
            id: 'subject',
            header: w.subject,
            isWide: true,
            cell: ({ subject }) => <bdi>{subject}</bdi>,
            text: ({ subject }) => subject,
          },
          {
            id: 'customized',
            header: w.wording,
            width: '150px',
            cell: ({ customized }) => (
              <Status tone={customized ? 'info' : 'off'}>{customized ? w.customized : w.builtIn}</Status>
            ),
            text: ({ customized }) => customized,
          },
          {
            id: 'changed',
            header: w.changed,
            width: '146px',
            align: 'end',
            isWide: true,
            cell: ({ updated_at: at }) => (at === null ? '' : <Time at={at} />),
            text: ({ updated_at: at }) => at,
          },
        ]}
      />
    </>
  )
}
