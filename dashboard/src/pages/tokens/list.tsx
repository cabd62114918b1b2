import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { Json } from '#/ui/copy.tsx'
import { TextArea, TextField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { Card, Columns, Notice, Stack } from '#/ui/layout.tsx'
import { useSearchParams } from '#/ui/search-params.ts'
import { FilterBar } from '#/ui/table/filters.tsx'
import { decoded, soughtOf } from './decode.ts'
import { TokenTable } from './table.tsx'
import { tokenWords } from './words.ts'
import styles from './tokens.module.css'

/** Tokens, of everybody or of somebody, and what a pasted one says. */
export default function TokenList(): ReactNode {
  const w = useWords(tokenWords)
  const [search, change] = useSearchParams()
  const { client_id: client = '', user_id: user = '', active = '' } = search
  const isOfSomebody = client !== '' || user !== ''
  const query = {
    ...(client === '' ? {} : { client_id: client }),
    ...(user === '' ? {} : { user_id: user }),
    ...(isOfSomebody && (active === 'true' || active === 'false') ? { active: active === 'true' } : {}),
  }
  const list = useList(['tokens', query], (page, signal) => mandate.tokens.list({ ...query, ...page }, { signal }))
  useLive(['token.*', 'agent.*', 'consent.*', 'policy.*', 'session.*'], ['tokens'])
  const filters = isOfSomebody
    ? [
        {
          name: 'active',
          label: w.state,
          options: optionsOf({ true: w.onlyLiving, false: w.onlyDead }),
        },
      ]
    : []
  return (
    <Page title={w.tokens} lead={w.lead} badges={<LiveIndicator />}>
      <Stack>
        <Columns>
          <Card title={w.find}>
            <Find />
          </Card>
          <Card title={w.decode}>
            <Decode />
          </Card>
        </Columns>
        <FilterBar filters={filters}>
          {isOfSomebody && (
            <Button kind="quiet" icon="close" onPress={() => change({ client_id: '', user_id: '', active: '' })}>
              {`${w.clear} (${w.of} ${client || user})`}
            </Button>
          )}
        </FilterBar>
        <TokenTable list={list} />
      </Stack>
    </Page>
  )
}

function Find(): ReactNode {
  const w = useWords(tokenWords)
  const navigate = useNavigate()
  const [, change] = useSearchParams()
  const [text, setText] = useState('')
  const find = (): void => {
    const sought = soughtOf(text)
    if (sought?.kind === 'token') void navigate({ to: `/tokens/${sought.id}` })
    else if (sought?.kind === 'user') change({ user_id: sought.id, client_id: '' }, { push: true })
    else if (sought) change({ client_id: sought.id, user_id: '' }, { push: true })
  }
  return (
    <form
      className={styles['find']}
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <TextField name="find" label={w.find} hint={w.findHint} value={text} onChange={setText} isCode />
      <Button type="submit" icon="search">
        {w.findIt}
      </Button>
    </form>
  )
}

function Decode(): ReactNode {
  const w = useWords(tokenWords)
  const [text, setText] = useState('')
  const found = decoded(text)
  return (
    <div className={styles['find']}>
      <TextArea name="token" label={w.pasted} hint={w.decodeHint} value={text} onChange={setText} rows={3} isCode />
      {found && (
        <>
          <Json value={found.header} label={w.header} />
          <Json value={found.claims} label={w.claims} />
        </>
      )}
      {!found && text.trim() !== '' && <Notice tone="warn">{w.notToken}</Notice>}
    </div>
  )
}
