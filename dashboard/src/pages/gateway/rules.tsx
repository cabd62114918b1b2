import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyRule } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { CheckboxGroup, NumberField, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { toast } from '#/ui/toasts.ts'
import { gatewayWords } from './words.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Who is let through, by path. */
export function Rules(): ReactNode {
  const w = useWords(gatewayWords)
  const may = useMay()
  const [isNew, setNew] = useState(false)
  const list = useList<ProxyRule>(['proxy', 'rules'], (page, signal) => mandate.proxy.rules.list(page, { signal }))
  const mayWrite = may('proxy:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onPress={() => setNew(true)}>
      {w.newRule}
    </Button>
  )
  return (
    <>
      {list.rows.length > 0 && <FilterBar>{add}</FilterBar>}
      <DataTable
        name="rules"
        label={w.rules}
        list={list}
        idOf={({ id }) => id}
        empty={
          <EmptyState title={w.noRules} action={add}>
            {w.noRulesHelp}
          </EmptyState>
        }
        columns={[
          { id: 'name', header: w.rule, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'pattern',
            header: w.pattern,
            cell: ({ pattern }) => <code>{pattern}</code>,
            text: ({ pattern }) => pattern,
          },
          {
            id: 'methods',
            header: w.methods,
            isWide: true,
            cell: (rule) => rule.methods.join(' '),
            text: (rule) => rule.methods.join(' '),
          },
          {
            id: 'requires',
            header: w.requires,
            cell: (rule) => <bdi>{[...rule.require, ...rule.scopes].join(', ')}</bdi>,
            text: (rule) => rule.require.join(' '),
          },
          {
            id: 'priority',
            header: w.priority,
            width: '90px',
            isWide: true,
            cell: ({ priority }) => priority,
            text: ({ priority }) => priority,
          },
          {
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (rule) => mayWrite && <Delete rule={rule} />,
          },
        ]}
      />
      {isNew && <Create onClose={() => setNew(false)} />}
    </>
  )
}

function Delete({ rule: { id, name } }: { readonly rule: ProxyRule }): ReactNode {
  const w = useWords(gatewayWords)
  const { run, isRunning } = useAction(
    async () => {
      const ask = { title: w.deleteRule(name), body: w.deleteRuleBody, action: w.delete, isDangerous: true }
      if (!(await confirm(ask))) return
      await mandate.proxy.rules.delete(id)
      toast(w.deleted)
    },
    { refreshes: ['proxy'] },
  )
  return (
    <Button size="small" aria-label={`${w.delete}: ${name}`} isRunning={isRunning} onPress={() => run()}>
      {w.delete}
    </Button>
  )
}

function Create({ onClose }: { readonly onClose: () => void }): ReactNode {
  const w = useWords(gatewayWords)
  const { cancel } = useWords(common)
  const { data: upstreams = [] } = useQuery({
    queryKey: ['proxy', 'hosts'],
    queryFn: async ({ signal }) => (await mandate.proxy.upstreams.list({ limit: 200 }, { signal })).data,
  })
  const [upstream, setUpstream] = useState('')
  const [name, setName] = useState('')
  const [pattern, setPattern] = useState('/*')
  const [chosen, setChosen] = useState<readonly (typeof methods)[number][]>(['GET', 'HEAD'])
  const [require, setRequire] = useState<readonly string[]>(['authenticated'])
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [priority, setPriority] = useState<number | undefined>(0)
  const create = async (): Promise<void> => {
    await mandate.proxy.rules.create({
      ...{ upstream_id: upstream || (upstreams[0]?.id ?? null), name, pattern, methods: chosen, require, scopes },
      ...(priority === undefined ? {} : { priority }),
    })
    toast(w.added)
    onClose()
  }
  return (
    <Dialog title={w.newRule} isOpen isWide onClose={onClose}>
      <Form
        fields={['upstream_id', 'name', 'pattern', 'methods', 'require', 'scopes', 'priority']}
        onSubmit={create}
        refreshes={['proxy']}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.save}
            </Button>
          </FormActions>
        )}
      >
        <SelectField
          name="upstream_id"
          label={w.upstream}
          value={upstream || (upstreams[0]?.id ?? '')}
          onChange={setUpstream}
          options={upstreams.map(({ id, host }) => ({ value: id, label: host }))}
        />
        <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus />
        <TextField name="pattern" label={w.pattern} hint={w.patternHint} value={pattern} onChange={setPattern} isCode />
        <CheckboxGroup
          name="methods"
          label={w.methods}
          value={chosen}
          onChange={setChosen}
          options={methods.map((value) => ({ value, label: value }))}
        />
        <TagsField name="require" label={w.requires} hint={w.requiresHint} value={require} onChange={setRequire} />
        <TagsField name="scopes" label={w.scopes} value={scopes} onChange={setScopes} isOptional />
        <NumberField name="priority" label={w.priority} hint={w.priorityHint} value={priority} onChange={setPriority} />
      </Form>
    </Dialog>
  )
}
