import { createContext, use, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { MandateError } from '@mandate/sdk'
import { proven, useRefresh } from '#/api/actions.ts'
import { formErrors } from '#/api/errors.ts'
import type { FormErrors } from '#/api/errors.ts'
import { unlessDeclined } from '#/ui/dialogs.ts'
import type { Draft } from './draft.ts'
import styles from './form.module.css'

/** What the server said of each field, by its name. */
const ErrorsContext = createContext<FormErrors['fields']>({})

/** What the server said of a field of the form around. */
export const useFieldError = (name: string): string | undefined => use(ErrorsContext)[name]

interface FormProps {
  /** The names of its fields, which are the members of the body; `a.b` is a member of a member. */
  readonly fields: readonly string[]
  /** Sends it. What it throws stands at the fields it is about; the server judges, so that there are no second rules here. */
  readonly onSubmit: () => PromiseLike<unknown>
  /** Nouns whose lists and objects it changes. */
  readonly refreshes?: readonly string[]
  /** What is written in it, where that is about something the server has. */
  readonly draft?: Pick<Draft<object>, 'sending'>
  readonly children: ReactNode
  /** The buttons; told whether it is being sent. */
  readonly footer: (isRunning: boolean) => ReactNode
}

/** What stands in fields and has no value to send, such as a text that is to be JSON: by their names, why. */
const unreadableOf = (form: HTMLFormElement | null): FormErrors['fields'] =>
  Object.fromEntries(
    [...(form?.elements ?? [])]
      .filter((element) => element instanceof HTMLTextAreaElement)
      .filter(({ validity }) => validity.customError)
      .map(({ name, validationMessage }) => [name, validationMessage]),
  )

/** A form that the server judges: what it refuses stands at its field, and the first such field gets the focus. */
export function Form({ fields, onSubmit, refreshes = [], draft, children, footer }: FormProps): ReactNode {
  const [{ fields: byName, whole, requestId }, setErrors] = useState<FormErrors & { requestId?: string | undefined }>({
    fields: {},
    whole: undefined,
  })
  const [isRunning, setRunning] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const focusError = (): void => {
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
    )
  }
  const submit = async (): Promise<void> => {
    const unreadable = unreadableOf(form.current)
    if (Object.keys(unreadable).length > 0) {
      setErrors({ fields: unreadable, whole: undefined })
      return focusError()
    }
    setRunning(true)
    setErrors({ fields: {}, whole: undefined })
    try {
      const saved = draft?.sending()
      if (!(await unlessDeclined(() => proven(onSubmit)))) return
      await refresh(...refreshes)
      saved?.()
    } catch (error) {
      setErrors({
        ...formErrors(error, fields),
        requestId: error instanceof MandateError ? error.requestId : undefined,
      })
      focusError()
    } finally {
      setRunning(false)
    }
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!isRunning) void submit()
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={send}>
      {whole !== undefined && (
        <div className={styles['whole']} role="alert" tabIndex={-1}>
          <p>{whole}</p>
          {requestId !== undefined && (
            <p>
              <code>{requestId}</code>
            </p>
          )}
        </div>
      )}
      <ErrorsContext value={byName}>{children}</ErrorsContext>
      {footer(isRunning)}
    </form>
  )
}

/** The buttons below a form, the one that sends it last. */
export const FormActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['actions']}>{children}</div>
)
