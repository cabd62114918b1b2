import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { MandateError } from '@mandate/sdk'
import type { Branding, BuiltInText } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { isLocale, locales, useLocale, useWords } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { Field, SelectField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { Loaded } from '#/ui/states.tsx'
import { useSaveDraft } from './save-draft.ts'
import { changedTexts, draftOfTexts, lengthOf, nameOf, placeOf, textIn, textPages, textsChange } from './texts-draft.ts'
import { TextsPreview } from './texts-preview.tsx'
import { textsWords } from './texts-words.ts'
import forms from '#/ui/form/form.module.css'
import styles from './branding.module.css'
import type { Draft } from '#/ui/form/draft.ts'
import type { TextPage, TextsDraft } from './texts-draft.ts'

/** The sentences of the hosted pages in each language, and the pages as they would say them. */
export default function Texts({ branding }: { readonly branding: Branding }): ReactNode {
  const query = useQuery({
    queryKey: ['branding', 'texts'],
    queryFn: async ({ signal }) => (await mandate.branding.texts.list({ limit: 200 }, { signal })).data,
  })
  return <Loaded query={query}>{(texts) => <Sentences branding={branding} texts={texts} />}</Loaded>
}

interface SentencesProps {
  readonly branding: Branding
  /** All that can be chosen, with what is built in. */
  readonly texts: readonly BuiltInText[]
}

function Sentences({ branding, texts }: SentencesProps): ReactNode {
  const may = useMay()
  const [wanted, setLocale] = useSearchText('locale')
  const own = useLocale()
  const locale = isLocale(wanted) ? wanted : own
  const known = draftOfTexts(branding)
  const draft = useDraft(known)
  const [page, setPage] = useState<TextPage>('sign_in')
  const parts = { texts, locale }
  return (
    <div className={styles['split']}>
      <Stack>
        <LanguageOfPages locale={locale} changed={changedTexts(known, draft.value)} onChange={setLocale} />
        {may('branding:write') ? (
          <Choices {...parts} known={known} draft={draft} onPage={setPage} onLanguage={setLocale} />
        ) : (
          <Chosen {...parts} draft={known} />
        )}
      </Stack>
      <div className={styles['beside']}>
        <TextsPreview {...parts} draft={draft.value} page={page} onPage={setPage} />
      </div>
    </div>
  )
}

interface LanguageProps {
  readonly locale: Locale
  /** The names of fields that are not as they were saved. */
  readonly changed: readonly string[]
  readonly onChange: (locale: string) => void
}

/** Chooses the language, and says where something waits to be saved. */
function LanguageOfPages({ locale, changed, onChange }: LanguageProps): ReactNode {
  const w = useWords(textsWords)
  const options = locales.map((value) => {
    const count = changed.filter((name) => name.startsWith(`texts.${value}.`)).length
    return { value, label: count === 0 ? w.languages[value] : w.unsaved(w.languages[value], count) }
  })
  return (
    <Card>
      <SelectField
        name="locale"
        label={w.language}
        hint={w.lead}
        value={locale}
        onChange={onChange}
        options={options}
      />
    </Card>
  )
}

interface InLanguage {
  readonly texts: readonly BuiltInText[]
  readonly locale: Locale
}

interface ChoicesProps extends InLanguage {
  /** What the server has. */
  readonly known: TextsDraft
  readonly draft: Draft<TextsDraft>
  /** Somebody is about to change a sentence of this page. */
  readonly onPage: (page: TextPage) => void
  readonly onLanguage: (locale: string) => void
}

function Choices(props: ChoicesProps): ReactNode {
  const { texts, locale, known, draft, onPage, onLanguage } = props
  const w = useWords(textsWords)
  const saveDraft = useSaveDraft(w.saved)
  const fields = locales.flatMap((each) => texts.map(({ key }) => nameOf(each, key)))
  const save = async (): Promise<void> => {
    try {
      await saveDraft(textsChange(known, draft.value), (texts) => ({ texts }))
    } catch (error) {
      const refused = languagesRefused(error)
      if (refused[0] !== undefined && !refused.includes(locale)) onLanguage(refused[0])
      throw error
    }
  }
  return (
    <Form fields={fields} draft={draft} onSubmit={save} refreshes={['branding']} footer={submitFooter(w.save)}>
      {textPages.map((page) => (
        <Card key={page} title={w.pages[page]}>
          <div onFocus={() => onPage(page)} style={{ display: 'contents' }}>
            {textsOf(page, texts).map((text) => (
              <TextChoice
                key={`${locale}.${text.key}`}
                text={text}
                locale={locale}
                value={textIn(draft.value, locale, text.key)}
                onChange={(value) => draft.change({ [nameOf(locale, text.key)]: value })}
              />
            ))}
          </div>
        </Card>
      ))}
    </Form>
  )
}

const textsOf = (page: TextPage, texts: readonly BuiltInText[]): readonly BuiltInText[] =>
  texts.filter(({ key }) => placeOf(key).page === page)

/** The languages that the server refused sentences of: what is wrong has to be seen. */
function languagesRefused(error: unknown): readonly string[] {
  if (!(error instanceof MandateError)) return []
  const found = (error.details['errors'] ?? []) as readonly { readonly pointer: string }[]
  return found.map(({ pointer }) => /^\/texts\/(\w+)\//.exec(pointer)?.[1] ?? '').filter(isLocale)
}

interface TextChoiceProps {
  readonly text: BuiltInText
  readonly locale: Locale
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One sentence, with what is built in behind it. */
function TextChoice({ text, locale, value, onChange }: TextChoiceProps): ReactNode {
  const w = useWords(textsWords)
  const input = useRef<HTMLInputElement>(null)
  const { page, part } = placeOf(text.key)
  const label = w.parts[part]
  const back = (): void => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field name={nameOf(locale, text.key)} label={label} hint={w.length(lengthOf(value), text.max_length)}>
      {(wiring) => (
        <div className={styles['inputs']}>
          <input
            {...wiring}
            ref={input}
            className={forms['input']}
            value={value}
            placeholder={text.built_in[locale] || w.nothing}
            // An invitation to write is in the language of the console.
            lang={value === '' && text.built_in[locale] === '' ? undefined : locale}
            dir="auto"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            kind="quiet"
            icon="refresh"
            aria-label={w.backOf(`${w.pages[page]}, ${label}`)}
            isDisabled={value === ''}
            onPress={back}
          />
        </div>
      )}
    </Field>
  )
}

/** For those who only look. */
function Chosen({ texts, locale, draft }: InLanguage & { readonly draft: TextsDraft }): ReactNode {
  const w = useWords(textsWords)
  const chosen = texts.filter(({ key }) => textIn(draft, locale, key) !== '')
  if (chosen.length === 0) return <Card>{w.none}</Card>
  return (
    <Card title={w.languages[locale]}>
      <Facts
        facts={chosen.map(({ key }) => {
          const { page, part } = placeOf(key)
          return [
            page === 'footer' ? w.parts.footer : `${w.pages[page]}, ${w.parts[part]}`,
            <bdi key={key} lang={locale}>
              {textIn(draft, locale, key)}
            </bdi>,
          ]
        })}
      />
    </Card>
  )
}
