import type { ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import { FormActions } from './form.tsx'

/** The footer of a form with one button, which sends it. */
export const submitFooter =
  (label: string) =>
  (isRunning: boolean): ReactNode => (
    <FormActions>
      <Button kind="primary" type="submit" isRunning={isRunning}>
        {label}
      </Button>
    </FormActions>
  )
