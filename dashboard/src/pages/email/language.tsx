import type { ReactNode } from 'react'
import { isLocale, useLocale, useWords } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { ChoiceMenu } from '#/ui/menu.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { emailWords } from './words.ts'

/** The language that messages are looked at in, in `?locale=`; the reader's own at first. */
export function useMailLocale(): [Locale, (locale: string) => void] {
  const [wanted, want] = useSearchText('locale')
  const own = useLocale()
  return [isLocale(wanted) ? wanted : own, want]
}

/** Chooses it. */
export function LanguageChoice(): ReactNode {
  const w = useWords(emailWords)
  const [locale, choose] = useMailLocale()
  return (
    <div>
      <ChoiceMenu
        label={w.language}
        trigger={
          <Button icon="down" aria-label={`${w.language}: ${w.languages[locale]}`}>
            {w.languages[locale]}
          </Button>
        }
        options={optionsOf(w.languages)}
        value={locale}
        onChange={choose}
      />
    </div>
  )
}
