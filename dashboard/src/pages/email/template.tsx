import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EmailTemplate } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useAction, useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { CodeBlock, CopyButton } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { TextArea, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Columns, Facts, Notice, Stack } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { toast } from '#/ui/toasts.ts'
import { useMayWriteMail } from './access.ts'
import { LanguageChoice, useMailLocale } from './language.tsx'
import { Preview } from './preview.tsx'
import { SendTest } from './send-test.tsx'
import { emailWords } from './words.ts'
import styles from './email.module.css'

/** One kind of message in one language: what it says, which variables it has, and what it looks like. */
export default function Template(): ReactNode {
  const id = useParam('id')
  const w = useWords(emailWords)
  const [locale] = useMailLocale()
  const query = useQuery({
    queryKey: ['email', 'template', id, locale],
    queryFn: ({ signal }) => mandate.email.templates.get(id, { locale }, { signal }),
  })
  const title = w.kinds[id as keyof typeof w.kinds] ?? id
  const isCustom = query.data?.customized
  return (
    <Page
      title={title}
      crumbs={[{ label: w.email, to: '/email' }]}
      badges={isCustom !== undefined && <Badge>{isCustom ? w.customized : w.builtIn}</Badge>}
      actions={<LanguageChoice />}
    >
      <Loaded query={query}>{(template) => <Editor key={template.locale} template={template} />}</Loaded>
    </Page>
  )
}

interface OfTemplate {
  readonly template: EmailTemplate
}

function Editor({ template }: OfTemplate): ReactNode {
  const w = useWords(emailWords)
  const { unchanged } = useWords(common)
  const mayWrite = useMayWriteMail()
  const draft = useDraft<Pick<EmailTemplate, 'subject' | 'html'>>({ subject: template.subject, html: template.html })
  const { subject, html } = draft.value
  const isChanged = subject !== template.subject || html !== template.html
  const { id, locale } = template
  const sayDone = useDone(['email'])
  const save = async (): Promise<void> => {
    const change = changeOf(draft.before, draft.value)
    if (!change) return toast(unchanged)
    const { patch, back = {} } = change
    await mandate.email.templates.update(id, patch, { locale })
    // What was built in is so again, and what somebody else wrote meanwhile stays.
    const builtIn = Object.fromEntries(Object.keys(patch).map((name) => [name, null]))
    sayDone(w.saved, () => mandate.email.templates.update(id, template.customized ? back : builtIn, { locale }))
  }
  return (
    <Columns>
      <Stack>
        <Card title={w.wording}>
          {mayWrite ? (
            <Form
              fields={['subject', 'html']}
              onSubmit={save}
              draft={draft}
              refreshes={['email']}
              footer={submitFooter(w.save)}
            >
              <TextField
                name="subject"
                label={w.subject}
                value={subject}
                onChange={(text) => draft.change({ subject: text })}
              />
              <TextArea
                name="html"
                label={w.html}
                hint={w.htmlHint}
                rows={16}
                value={html}
                onChange={(text) => draft.change({ html: text })}
                isCode
              />
            </Form>
          ) : (
            <>
              <Facts facts={[[w.subject, <bdi>{subject}</bdi>]]} />
              <CodeBlock label={w.html}>{html}</CodeBlock>
            </>
          )}
        </Card>
        <Variables names={template.variables} />
      </Stack>
      <Stack>
        <Preview id={id} locale={locale} subject={subject} html={html} isChanged={isChanged} />
        {mayWrite && <Actions template={template} isChanged={isChanged} />}
      </Stack>
    </Columns>
  )
}

function Variables({ names }: { readonly names: readonly string[] }): ReactNode {
  const w = useWords(emailWords)
  return (
    <Card title={w.variables}>
      <p>{w.variablesLead}</p>
      <ul className={styles['variables']}>
        {names.map((name) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
            <CopyButton text={`{{${name}}}`} label={`${w.copyVariable} ${name}`} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Actions({ template, isChanged }: OfTemplate & { readonly isChanged: boolean }): ReactNode {
  const w = useWords(emailWords)
  const { id, locale, customized, subject, html } = template
  const reset = useAction(
    async () => {
      const ask = { title: w.resetTitle, body: w.resetBody, action: w.reset, isDangerous: true }
      if (!(await confirm(ask))) return
      await mandate.email.templates.reset(id, { locale })
    },
    {
      ...{ refreshes: ['email'], done: w.wasReset },
      undo: () => mandate.email.templates.update(id, { subject, html }, { locale }),
    },
  )
  return (
    <div className={styles['actions']}>
      <SendTest
        send={(body) => mandate.email.templates.sendTest(id, body, { locale })}
        note={isChanged && <Notice tone="warn">{w.testIsSaved}</Notice>}
      />
      {customized && (
        <Button icon="refresh" isRunning={reset.isRunning} onPress={() => reset.run()}>
          {w.reset}
        </Button>
      )}
    </div>
  )
}
