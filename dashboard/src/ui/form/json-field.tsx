import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { TextArea } from './fields.tsx'

interface JsonFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly isOptional?: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A value written as JSON. What is none yet says so, and the value from before stays. */
export function JsonField({ value, onChange, hint, ...about }: JsonFieldProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isWrong, setWrong] = useState(false)
  const { notJson } = useWords(texts)
  const read = (typed: string): void => {
    setText(typed)
    try {
      onChange(typed.trim() === '' ? undefined : JSON.parse(typed))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return <TextArea {...about} hint={isWrong ? notJson : hint} value={text} onChange={read} isCode rows={6} />
}

const texts = words({ en: { notJson: 'This is not JSON yet.' }, es: { notJson: 'Esto todavía no es JSON.' } })
