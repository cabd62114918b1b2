import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { cx } from '#/ui/cx.ts'
import { Icon } from '#/ui/icons.tsx'
import { Menu } from '#/ui/menu.tsx'
import { added, branches, moved, movedTo, placed, removed, stepsOf, summaryOf, targetsOf } from './draft.ts'
import type { Draft, DraftStep, ListOf, Target } from './draft.ts'
import { RefusedList } from './refused-list.tsx'
import type { RefusedParts } from './refused.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

interface StepListProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** The key of the step whose form is shown. */
  readonly chosen: number | undefined
  readonly onChoose: (key: number | undefined) => void
  /** The types there are. */
  readonly types: readonly string[]
  readonly refused: RefusedParts
}

interface Editing extends Omit<StepListProps, 'draft' | 'onChange'> {
  readonly add: (list: ListOf, type: string) => void
  readonly move: (key: number, by: -1 | 1) => void
  readonly targets: (key: number) => readonly Target[]
  readonly moveTo: (key: number, list: ListOf) => void
  readonly remove: (key: number) => void
}

/** The steps in their order, to be added, moved and taken away: by buttons, or by Alt and the arrow keys; to another branch by a menu. */
export function StepList({ draft, onChange, ...rest }: StepListProps): ReactNode {
  const w = useWords(flowWords)
  const [said, say] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const nameOf = (key: number, of: Draft): string => {
    const found = placed(of.steps).find(({ step }) => step.key === key)
    return found === undefined ? '' : named(w.types, found.step.type)
  }
  const add = (list: ListOf, type: string): void => {
    onChange(added(draft, list, type))
    rest.onChoose(draft.next)
  }
  const move = (key: number, by: -1 | 1): void => {
    const next = moved(draft, key, by)
    const at = placed(next.steps).find(({ step }) => step.key === key)
    onChange(next)
    if (at) say(w.nowAt(nameOf(key, next), at.index + 1, at.count))
    // What is moved in the document loses the focus.
    const focused = document.activeElement
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }
  const moveTo = (key: number, list: ListOf): void => {
    const next = movedTo(draft, key, list)
    const at = placed(next.steps).find(({ step }) => step.key === key)
    onChange(next)
    if (at) say(w.nowAt(nameOf(key, next), at.index + 1, at.count))
    rest.onChoose(key)
    // Its row is another one now, and the menu gives the focus back to one that is gone.
    setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-step="${key}"]`)?.focus())
  }
  const targets = (key: number): readonly Target[] => targetsOf(draft, key)
  const remove = (key: number): void => {
    const next = removed(draft, key)
    onChange(next)
    say(w.removed(nameOf(key, draft)))
    if (!placed(next.steps).some(({ step }) => step.key === rest.chosen)) rest.onChoose(undefined)
    requestAnimationFrame(() => box.current?.focus())
  }
  return (
    <div ref={box} className={styles['fields']} role="group" aria-label={w.steps} tabIndex={-1}>
      <p className={styles['summary']}>{w.stepKeys}</p>
      <RefusedList errors={rest.refused.list} />
      {draft.steps.length === 0 && <p>{w.noSteps}</p>}
      <Rows steps={draft.steps} {...rest} {...{ add, move, moveTo, targets, remove }} />
      <AddStep list="flow" label={w.add} types={rest.types} add={add} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

const Rows = ({ steps, ...editing }: Editing & { readonly steps: readonly DraftStep[] }): ReactNode =>
  steps.length > 0 && (
    <ol className={styles['steps']}>
      {steps.map((step, index) => (
        <Row key={step.key} step={step} number={index + 1} {...editing} />
      ))}
    </ol>
  )

interface RowProps extends Editing {
  readonly step: DraftStep
  readonly number: number
}

function Row({ step, number, ...editing }: RowProps): ReactNode {
  const w = useWords(flowWords)
  const { chosen, onChoose, move, remove, refused } = editing
  const { key, type } = step
  const title = `${number}. ${named(w.types, type)}`
  const errors = refused.steps.get(key)
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(key, by)
  }
  const [wire] = stepsOf([step])
  return (
    <li className={styles['step']}>
      <div
        className={cx(styles['row'], key === chosen && styles['chosen'], errors && styles['wrong'])}
        role="group"
        aria-label={title}
        onKeyDown={onKeyDown}
      >
        <button
          type="button"
          className={styles['pick']}
          data-step={key}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          <span className={styles['name']}>{title}</span>
          <bdi className={styles['summary']}>{wire && summaryOf(wire)}</bdi>
        </button>
        <Button kind="quiet" size="small" aria-label={`${w.moveUp}: ${title}`} onPress={() => move(key, -1)}>
          <span className={styles['up']}>
            <Icon name="down" />
          </span>
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon="down"
          aria-label={`${w.moveDown}: ${title}`}
          onPress={() => move(key, 1)}
        />
        <MoveTo step={step} title={title} targets={editing.targets(key)} moveTo={editing.moveTo} />
        <Button
          kind="quiet"
          size="small"
          icon="trash"
          aria-label={`${w.remove}: ${title}`}
          onPress={() => remove(key)}
        />
      </div>
      <RefusedList errors={errors} />
      {step.branches !== undefined &&
        branches.map((branch) => (
          <div key={branch} className={styles['branch']}>
            <p className={styles['way']}>{w.branches[branch]}</p>
            <Rows steps={step.branches?.[branch] ?? []} {...editing} />
            <AddStep
              list={{ key, branch }}
              label={w.addTo(w.branches[branch], title)}
              types={editing.types}
              add={editing.add}
            />
          </div>
        ))}
    </li>
  )
}

interface MoveToProps extends Pick<Editing, 'moveTo'> {
  readonly step: DraftStep
  readonly title: string
  readonly targets: readonly Target[]
}

/** The other lists that a step can stand in, by the branch and the step that it is of. */
function MoveTo({ step: { key }, title, targets, moveTo }: MoveToProps): ReactNode {
  const w = useWords(flowWords)
  const label = `${w.moveTo}: ${title}`
  return (
    <Menu
      label={label}
      trigger={<Button kind="quiet" size="small" icon="more" aria-label={label} />}
      actions={targets.map((target) =>
        target === 'flow'
          ? { id: 'flow', label: w.toEnd, run: () => moveTo(key, 'flow') }
          : {
              id: `${target.of.step.key} ${target.branch}`,
              label: w.toBranch(
                w.branches[target.branch],
                `${target.of.index + 1}. ${named(w.types, target.of.step.type)}`,
              ),
              run: () => moveTo(key, { key: target.of.step.key, branch: target.branch }),
            },
      )}
    />
  )
}

interface AddStepProps extends Pick<Editing, 'types' | 'add'> {
  readonly list: ListOf
  readonly label: string
}

function AddStep({ list, label, types, add }: AddStepProps): ReactNode {
  const w = useWords(flowWords)
  return (
    <div>
      <Menu
        label={label}
        trigger={
          <Button size="small" icon="plus" aria-label={label}>
            {w.add}
          </Button>
        }
        actions={types.map((type) => ({ id: type, label: named(w.types, type), run: () => add(list, type) }))}
      />
    </div>
  )
}
