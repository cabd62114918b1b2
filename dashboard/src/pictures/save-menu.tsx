import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toastError } from '#/ui/toasts.ts'

interface SaveMenuProps {
  /** The name of the file, without what says its kind. */
  readonly name: string
  readonly title: string
  /** What is saved; none while something else stands there. */
  readonly picture?: () => Element | null
  readonly onCsv?: () => void
}

/** Saves a picture, as what it shows or as its rows. */
export function SaveMenu({ name, title, picture, onCsv }: SaveMenuProps): ReactNode {
  const { save } = useWords(texts)
  const [isRunning, setRunning] = useState(false)
  const saveAs = async (kind: 'svg' | 'png'): Promise<void> => {
    const shown = picture?.()
    if (!shown) return
    setRunning(true)
    try {
      // Drawing a picture anew takes code that most never need.
      const { savePicture } = await import('./save-picture.ts')
      await savePicture(shown, kind, name, title)
    } catch (error) {
      toastError(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Menu
      label={`${save}: ${title}`}
      trigger={
        <Button kind="quiet" size="small" icon="download" isRunning={isRunning} aria-label={`${save}: ${title}`} />
      }
      actions={[
        picture && { id: 'png', label: 'PNG', run: () => void saveAs('png') },
        picture && { id: 'svg', label: 'SVG', run: () => void saveAs('svg') },
        onCsv && { id: 'csv', label: 'CSV', run: onCsv },
      ]}
    />
  )
}

const texts = words({ en: { save: 'Save the picture' }, es: { save: 'Guardar la imagen' } })
