import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyRule } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { toast } from '#/ui/toasts.ts'
import { usePlaceOf } from './places.ts'
import { RowActions } from './row-actions.tsx'
import { RuleForm } from './rule-form.tsx'
import { gatewayWords } from './words.ts'

/** Who is let through, by path. */
export function Rules(): ReactNode {
  const w = useWords(gatewayWords)
  const may = useMay()
  const [open, setOpen] = useState<ProxyRule | 'new'>()
  const list = useList<ProxyRule>(['proxy', 'rules'], (page, signal) => mandate.proxy.rules.list(page, { signal }))
  const placeOf = usePlaceOf()
  const mayWrite = may('proxy:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onPress={() => setOpen('new')}>
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
            id: 'place',
            header: w.where,
            isWide: true,
            cell: (rule) => <bdi>{placeOf(rule)}</bdi>,
            text: (rule) => placeOf(rule),
          },
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
            cell: (rule) => (rule.methods.length === 0 ? w.anyMethod : rule.methods.join(' ')),
            text: (rule) => rule.methods.join(' '),
          },
          {
            id: 'requires',
            header: w.requires,
            isWide: true,
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
            id: 'state',
            header: w.state,
            width: '90px',
            isWide: true,
            cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'off'}>{enabled ? w.on : w.ruleOff}</Status>,
            text: ({ enabled }) => enabled,
          },
          {
            id: 'actions',
            width: '136px',
            align: 'end',
            cell: (rule) =>
              mayWrite && (
                <RowActions name={rule.name} onEdit={() => setOpen(rule)}>
                  <Delete rule={rule} />
                </RowActions>
              ),
          },
        ]}
      />
      {open && <RuleForm rule={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
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
