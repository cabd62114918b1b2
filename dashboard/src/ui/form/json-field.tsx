import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { TextArea } from './fields.tsx'
import { readJson } from './json.ts'
import type { ReadJson } from './json.ts'

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
  const [typed, setTyped] = useState<string>()
  const w = useWords(texts)
  const text = typed === undefined || isOther(readJson(typed), value) ? textOf(value) : typed
  const read = readJson(text)
  const isWrong = 'problem' in read
  const change = (now: string): void => {
    setTyped(now)
    const said = readJson(now)
    if ('value' in said) onChange(said.value)
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

const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** What an empty field may be kept as. */
const EMPTY: readonly unknown[] = [undefined, 'null', '{}', '[]']

/** Whether what was typed is a value, and not the one there is: that was changed by somebody else, or elsewhere. */
function isOther(read: ReadJson, value: unknown): boolean {
  if ('problem' in read) return false
  const kept = JSON.stringify(value)
  return read.value === undefined ? !EMPTY.includes(kept) : JSON.stringify(read.value) !== kept
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
