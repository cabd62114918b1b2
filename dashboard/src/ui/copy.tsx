import { useState } from 'react'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from './button.tsx'
import { announce } from './toasts.ts'
import { shortened } from './shortened.ts'
import styles from './copy.module.css'

const SHOWN_MS = 1600

interface CopyProps {
  readonly text: string
  /** What is copied, for whoever hears the button: “Copy the id”. */
  readonly label?: string
  readonly children?: ReactNode
  readonly onCopy?: () => void
}

/** A button that copies a text, and says so. */
export function CopyButton({ text, label, children, onCopy }: CopyProps): ReactNode {
  const { copy, copied } = useWords(common)
  const [isCopied, setCopied] = useState(false)
  const run = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(copied)
    onCopy?.()
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const icon = isCopied ? 'check' : 'copy'
  return children === undefined ? (
    <Button kind="quiet" size="small" icon={icon} aria-label={label ?? copy} onPress={() => void run()} />
  ) : (
    <Button icon={icon} onPress={() => void run()}>
      {isCopied ? copied : children}
    </Button>
  )
}

/** An id, shortened in its middle, with a button that copies all of it. */
export const Id = ({ value }: { readonly value: string }): ReactNode => (
  <span className={styles['id']}>
    <span className={styles['text']} title={value}>
      {shortened(value)}
    </span>
    <CopyButton text={value} label={`${useWords(common).copy} ${value}`} />
  </span>
)

/** A value that is shown whole, with a button that copies it. */
export const Copyable = ({ value, label }: { readonly value: string; readonly label: string }): ReactNode => (
  <span className={styles['whole']}>
    <code>{value}</code>
    <CopyButton text={value} label={`${useWords(common).copy}: ${label}`} />
  </span>
)

/** A line to run in a terminal. */
export const Command = ({ children }: { readonly children: string }): ReactNode => (
  <div className={styles['command']}>
    <code tabIndex={0} role="textbox" aria-readonly aria-label={children}>
      {children}
    </code>
    <CopyButton text={children} />
  </div>
)

/** Text as a program writes it: JSON, a snippet, a message. */
export const CodeBlock = ({ children, label }: { readonly children: string; readonly label: string }): ReactNode => (
  <div className={styles['block']}>
    <pre tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
    <CopyButton text={children} />
  </div>
)

/** A value as JSON, for whoever wants to see all of it. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode => (
  <CodeBlock label={label}>{JSON.stringify(value, null, 2)}</CodeBlock>
)
