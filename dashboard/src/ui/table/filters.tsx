import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import type { Option } from '#/ui/form/options.ts'
import { Icon } from '#/ui/icons.tsx'
import { ChoiceMenu } from '#/ui/menu.tsx'
import { useSearchParams } from '#/ui/search-params.ts'
import type { Search } from '#/ui/search-params.ts'
import { SavedViews } from './saved-views.tsx'
import styles from './filters.module.css'

const TYPING_MS = 250

/** A filter of a list: one of a few values of a query parameter of its route. */
export interface Filter {
  /** The query parameter, in the address as on the wire. */
  readonly name: string
  readonly label: string
  readonly options: readonly Option[]
}

interface FilterBarProps {
  /** The query parameter that the search box fills; none where the route has none. */
  readonly search?: { readonly name: string; readonly label: string }
  readonly filters?: readonly Filter[]
  /** At the end of the bar. */
  readonly children?: ReactNode
}

/** What narrows a list. All of it stands in the address, so that a list that was found can be sent to somebody. */
export function FilterBar({ search, filters = [], children }: FilterBarProps): ReactNode {
  const [params, change] = useSearchParams()
  const { clearFilters } = useWords(common)
  const names = [...(search ? [search.name] : []), ...filters.map(({ name }) => name)]
  const isNarrowed = names.some((name) => params[name])
  return (
    <div className={styles['bar']}>
      {search && <SearchBox {...search} />}
      {filters.map((filter) => (
        <FilterButton key={filter.name} filter={filter} value={params[filter.name] ?? ''} onChange={change} />
      ))}
      {isNarrowed && (
        <Button kind="quiet" icon="close" onPress={() => change(Object.fromEntries(names.map((name) => [name, ''])))}>
          {clearFilters}
        </Button>
      )}
      <SavedViews />
      <span className={styles['rest']} />
      {children}
    </div>
  )
}

interface FilterButtonProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (change: Search) => void
}

function FilterButton({ filter: { name, label, options }, value, onChange }: FilterButtonProps): ReactNode {
  const { all } = useWords(common)
  const chosen = options.find((option) => option.value === value)
  return (
    <ChoiceMenu
      label={label}
      value={chosen ? value : ''}
      options={[{ value: '', label: all }, ...options]}
      onChange={(next) => onChange({ [name]: next })}
      trigger={
        <Button>
          {label}
          {chosen && <span className={styles['chosen']}>{chosen.label}</span>}
          <Icon name="down" size={14} />
        </Button>
      }
    />
  )
}

/** Searches while somebody types, once they pause. */
function SearchBox({ name, label }: { readonly name: string; readonly label: string }): ReactNode {
  const [params, change] = useSearchParams()
  const asked = params[name] ?? ''
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (known !== asked) {
    setKnown(asked)
    setTyped(asked)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className={styles['search']} role="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            setKnown(target.value.trim())
            change({ [name]: target.value.trim() })
          }, TYPING_MS)
        }}
      />
    </div>
  )
}
