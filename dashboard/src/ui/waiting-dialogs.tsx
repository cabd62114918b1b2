import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { messageOf } from '#/api/errors.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Consequences, Dialog } from './dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import type { Confirmation, Reveal, Waiting } from './dialogs.ts'
import { Checkbox, TextField } from './form/fields.tsx'
import { download } from './table/export.ts'
import { Skeleton } from './states.tsx'
import styles from './dialog.module.css'

/** The dialogs that wait, one above the other. */
export default function WaitingDialogs({ shown }: { readonly shown: readonly Waiting[] }): ReactNode {
  return shown.map((one, index) => {
    if (one.kind === 'confirm') return <ConfirmDialog key={index} ask={one.ask} answer={one.answer} />
    if (one.kind === 'reveal') return <RevealDialog key={index} ask={one.ask} answer={one.answer} />
    return <ProofDialog key={index} answer={one.answer} />
  })
}

interface ConfirmProps {
  readonly ask: Confirmation
  readonly answer: (isConfirmed: boolean) => void
}

function ConfirmDialog({ ask, answer }: ConfirmProps): ReactNode {
  const { title, body, action, isDangerous = false, typed, preview } = ask
  const { cancel } = useWords(common)
  const { typeIt } = useWords(texts)
  const [given, setGiven] = useState('')
  const isReady = typed === undefined || given.trim() === typed
  return (
    <Dialog
      title={title}
      isOpen
      role="alertdialog"
      onClose={() => answer(false)}
      actions={
        <>
          <Button onPress={() => answer(false)}>{cancel}</Button>
          <Button kind={isDangerous ? 'dangerSolid' : 'primary'} isDisabled={!isReady} onPress={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <div>{body}</div>
      {preview && (
        <Consequences isDangerous={isDangerous}>
          <Preview load={preview} />
        </Consequences>
      )}
      {typed !== undefined && (
        <TextField name="typed" label={typeIt(typed)} value={given} onChange={setGiven} autoComplete="off" />
      )}
    </Dialog>
  )
}

/** What the server says would follow. That it can't say so stops nobody: the action itself decides. */
function Preview({ load }: { readonly load: () => Promise<ReactNode> }): ReactNode {
  const [found, setFound] = useState<ReactNode>()
  useEffect(() => {
    let isCurrent = true
    load().then(
      (result) => isCurrent && setFound(result),
      (error: unknown) => isCurrent && setFound(messageOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return found === undefined ? <Skeleton lines={1} /> : found
}

interface RevealProps {
  readonly ask: Reveal
  readonly answer: () => void
}

function RevealDialog({ ask: { title, body, secrets }, answer }: RevealProps): ReactNode {
  const { done } = useWords(common)
  const { once, kept, downloadEnv } = useWords(texts)
  const [isKept, setKept] = useState(false)
  const env = secrets.map(({ variable, value }) => `${variable}=${value}`).join('\n')
  return (
    <Dialog
      title={title}
      isOpen
      isFirm
      onClose={answer}
      actions={
        <>
          <Button icon="download" onPress={() => (download('.env', 'text/plain', `${env}\n`), setKept(true))}>
            {downloadEnv}
          </Button>
          <Button kind="primary" isDisabled={!isKept} onPress={answer}>
            {done}
          </Button>
        </>
      }
    >
      {body}
      <p>{once}</p>
      {secrets.map((secret) => (
        <RevealedSecret key={secret.variable} secret={secret} onCopy={() => setKept(true)} />
      ))}
      <Checkbox name="kept" label={kept} isChecked={isKept} onChange={setKept} />
    </Dialog>
  )
}

interface SecretProps {
  readonly secret: Reveal['secrets'][number]
  readonly onCopy: () => void
}

function RevealedSecret({ secret: { label, value, isPublic = false }, onCopy }: SecretProps): ReactNode {
  const [isShown, setShown] = useState(isPublic)
  const { show, hide } = useWords(texts)
  const { copy } = useWords(common)
  return (
    <div className={styles['secret']}>
      <h3>{label}</h3>
      <div className={styles['value']}>
        <code>{isShown ? value : '•'.repeat(32)}</code>
        {!isPublic && (
          <Button kind="quiet" size="small" onPress={() => setShown(!isShown)}>
            {isShown ? hide : show}
          </Button>
        )}
        <CopyButton text={value} label={`${copy}: ${label}`} onCopy={isPublic ? () => undefined : onCopy} />
      </div>
    </div>
  )
}

const texts = words({
  en: {
    typeIt: (text: string) => `Type ${text} to confirm`,
    once: 'This is shown once and never again. Keep it where secrets are kept.',
    kept: 'I saved it',
    downloadEnv: 'Download .env',
    show: 'Show',
    hide: 'Hide',
  },
  es: {
    typeIt: (text: string) => `Escribe ${text} para confirmar`,
    once: 'Se muestra una sola vez. Guárdalo donde guardas los secretos.',
    kept: 'Lo he guardado',
    downloadEnv: 'Descargar .env',
    show: 'Mostrar',
    hide: 'Ocultar',
  },
})
