import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMe } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { FileField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card, Notice } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { ClaimTable } from './claim-table.tsx'
import { signingKeyOf } from './private-key.ts'
import { beginTest, testRedirect } from './test-sign-in.ts'
import { tryWords } from './try-words.ts'
import type { TestResult } from './test-sign-in.ts'

interface OfApp {
  readonly app: App
}

/** Signs whoever looks in to an application, with its own settings, and shows what its tokens say. */
export default function TrySignIn({ app }: OfApp): ReactNode {
  const w = useWords(tryWords)
  const [result, setResult] = useState<TestResult>()
  if (!app.grant_types.includes('authorization_code')) return <Notice>{w.nobodySignsIn}</Notice>
  if (!app.active) return <Notice tone="warn">{w.isOff}</Notice>
  return (
    <>
      <Card title={w.title}>
        <p>{w.lead}</p>
        {isPrepared(app) ? <Run app={app} onResult={setResult} /> : <Prepare app={app} />}
      </Card>
      {result && <Result result={result} />}
    </>
  )
}

const isPrepared = (app: App): boolean =>
  app.redirect_uris.includes(testRedirect()) && app.allowed_origins.includes(location.origin)

/** What the application needs for the test and has no more after it. */
function usePreparation(app: App) {
  const [redirect, { origin }] = [testRedirect(), location]
  const without = (list: readonly string[], one: string): string[] => list.filter((it) => it !== one)
  const put = (redirects: readonly string[], origins: readonly string[]) =>
    mandate.apps.update(app.id, { redirect_uris: redirects, allowed_origins: origins })
  const refreshes = { refreshes: ['apps'] }
  return {
    add: useAction(
      () => put([...without(app.redirect_uris, redirect), redirect], [...without(app.allowed_origins, origin), origin]),
      refreshes,
    ),
    remove: useAction(() => {
      // The origin stays where another address of the application is of it.
      const rest = without(app.redirect_uris, redirect)
      const isUsed = rest.some((uri) => URL.parse(uri)?.origin === origin)
      return put(rest, isUsed ? app.allowed_origins : without(app.allowed_origins, origin))
    }, refreshes),
  }
}

function Prepare({ app }: OfApp): ReactNode {
  const w = useWords(tryWords)
  const { add } = usePreparation(app)
  return (
    <>
      <Notice>
        {w.prepareHelp} <code>{testRedirect()}</code>
      </Notice>
      <FormActions>
        <Button kind="primary" isRunning={add.isRunning} onPress={() => add.run()}>
          {w.prepare}
        </Button>
      </FormActions>
    </>
  )
}

function Run({ app, onResult }: OfApp & { readonly onResult: (result: TestResult | undefined) => void }): ReactNode {
  const w = useWords(tryWords)
  const { id: me } = useMe()
  const { remove } = usePreparation(app)
  const [scope, setScope] = useState(app.scope)
  const [secret, setSecret] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const [file, setFile] = useState<File>()
  const hasKey = app.token_endpoint_auth_method === 'private_key_jwt'
  const needsSecret = app.token_endpoint_auth_method !== 'none' && !hasKey
  const start = async (): Promise<void> => {
    onResult(undefined)
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    // Opened at once, while the browser knows that somebody clicked.
    const tab = window.open('', '_blank')
    try {
      if (!tab) throw new Error(w.blocked)
      const begin = async () => {
        const key = hasKey ? await signingKeyOf((await file?.text()) ?? '') : undefined
        if (hasKey && !key) throw new Error(w.noKey)
        return beginTest(app, me, { scope, secret, key })
      }
      const { url, finish } = await begin().catch((error: unknown) => {
        tab.close()
        throw error
      })
      tab.location.href = url
      setWaiting(true)
      onResult(await finish(own.signal))
      setSecret('')
      toast(w.worked)
    } catch (error) {
      if (controller.current === own && !own.signal.aborted) throw error
    } finally {
      if (controller.current === own) setWaiting(false)
    }
  }
  return (
    <Form
      fields={['scope', 'secret', 'key']}
      onSubmit={start}
      footer={(isRunning) => (
        <FormActions>
          <Button isRunning={remove.isRunning} onPress={() => remove.run()}>
            {w.cleanUp}
          </Button>
          <Button kind="primary" type="submit" icon="external" isRunning={isRunning}>
            {w.start}
          </Button>
        </FormActions>
      )}
    >
      <TextField name="scope" label={w.scope} value={scope} onChange={setScope} isCode />
      {needsSecret && (
        <TextField
          name="secret"
          type="password"
          label={w.secret}
          hint={w.secretHint}
          value={secret}
          onChange={setSecret}
        />
      )}
      {hasKey && (
        <FileField name="key" label={w.key} hint={w.keyHint} accept=".pem,.key,.jwk,.json" onChange={setFile} />
      )}
      {isWaiting && <Notice>{w.waiting}</Notice>}
    </Form>
  )
}

function Result({ result: { tokens, scope, hasRefreshToken } }: { readonly result: TestResult }): ReactNode {
  const w = useWords(tryWords)
  return (
    <>
      <Notice tone="ok">
        {w.done} {w.granted} <bdi>{scope}</bdi>. {hasRefreshToken ? w.withRefresh : w.withoutRefresh}
      </Notice>
      {tokens.map(({ name, claims }) => (
        <Card key={name} title={name === 'id_token' ? w.idToken : w.accessToken}>
          <p>{name === 'id_token' ? w.idTokenHelp : w.accessTokenHelp}</p>
          <ClaimTable claims={claims} label={name === 'id_token' ? w.idToken : w.accessToken} />
        </Card>
      ))}
    </>
  )
}
