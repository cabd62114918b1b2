import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxySimulateResult } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { CodeBlock } from '#/ui/copy.tsx'
import { FieldRow, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Columns, Facts } from '#/ui/layout.tsx'
import { Status } from '#/ui/status.tsx'
import { usePlaceOf } from './places.ts'
import { gatewayWords } from './words.ts'

/** What would happen to a request, by the same matcher that decides over real ones. */
export function Simulate(): ReactNode {
  const w = useWords(gatewayWords)
  const [host, setHost] = useState('')
  const [method, setMethod] = useState('GET')
  const [path, setPath] = useState('/')
  const [user, setUser] = useState('')
  const [agent, setAgent] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [result, setResult] = useState<ProxySimulateResult>()
  const ask = async (): Promise<void> => {
    const identity = {
      ...(user === '' ? {} : { user_id: user }),
      ...(agent === '' ? {} : { agent_id: agent }),
      ...(scopes.length === 0 ? {} : { scopes }),
    }
    const isSomebody = Object.keys(identity).length > 0
    setResult(await mandate.proxy.simulate({ host, method, path, ...(isSomebody ? { identity } : {}) }))
  }
  return (
    <Columns>
      <Card title={w.simulate}>
        <Form
          fields={['host', 'method', 'path', 'identity.user_id', 'identity.agent_id', 'identity.scopes']}
          onSubmit={ask}
          footer={submitFooter(w.ask)}
        >
          <TextField name="host" label={w.host} value={host} onChange={setHost} />
          <FieldRow>
            <TextField name="method" label={w.method} value={method} onChange={setMethod} isCode />
            <TextField name="path" label={w.path} value={path} onChange={setPath} isCode />
          </FieldRow>
          <TextField
            name="identity.user_id"
            label={w.user}
            hint={w.userHint}
            value={user}
            onChange={setUser}
            isOptional
          />
          <TextField name="identity.agent_id" label={w.agent} value={agent} onChange={setAgent} isOptional />
          <TagsField name="identity.scopes" label={w.scopes} value={scopes} onChange={setScopes} isOptional />
        </Form>
      </Card>
      {result && <Verdict result={result} />}
    </Columns>
  )
}

function Verdict({ result }: { readonly result: ProxySimulateResult }): ReactNode {
  const w = useWords(gatewayWords)
  const placeOf = usePlaceOf()
  const isAllowed = result.decision === 'allow'
  const headers = Object.entries(result.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Card title={isAllowed ? w.allow : w.deny}>
      <Facts
        facts={[
          [w.state, <Status tone={isAllowed ? 'ok' : 'bad'}>{w.reasons[result.reason]}</Status>],
          [w.unmet, result.unmet ?? undefined],
          [w.matched, result.matched_rule === null ? undefined : <bdi>{result.matched_rule.name}</bdi>],
          [w.where, result.matched_rule === null ? undefined : <bdi>{placeOf(result.matched_rule)}</bdi>],
          [w.target, result.upstream?.upstream ?? undefined],
          [w.path, result.path === null ? undefined : <code>{result.path}</code>],
        ]}
      />
      {headers.length > 0 && (
        <>
          <h3>{w.headers}</h3>
          <CodeBlock label={w.headers}>{headers.join('\n')}</CodeBlock>
        </>
      )}
    </Card>
  )
}
