import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { TextArea } from './fields.tsx'
import { readJson } from './json.ts'

interface JsonFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly isOptional?: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A value written as JSON. What is none yet says so, and is not sent. */
export function JsonField({ value, onChange, hint, ...about }: JsonFieldProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const w = useWords(texts)
  const read = readJson(text)
  const isWrong = 'problem' in read
  const change = (typed: string): void => {
    setText(typed)
    const now = readJson(typed)
    if ('value' in now) onChange(now.value)
  }
  return (
    <TextArea
      {...about}
      hint={isWrong ? w.notYet : hint}
      value={text}
      onChange={change}
      isCode
      rows={6}
      {...(isWrong && { problem: read.problem ? w.notAt(read.problem.line, read.problem.column) : w.not })}
    />
  )
}

const texts = words({
  en: {
    notYet: 'This is not JSON yet.',
    not: 'This is not JSON, so nothing was sent.',
    notAt: (line: string, column: string) =>
      `This is not JSON, so nothing was sent. Look at line ${line}, column ${column}.`,
  },
  es: {
    notYet: 'Esto todavía no es JSON.',
    not: 'Esto no es JSON, así que no se ha enviado nada.',
    notAt: (line, column) =>
      `Esto no es JSON, así que no se ha enviado nada. Mira la línea ${line}, columna ${column}.`,
  },
})
