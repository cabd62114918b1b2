import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Branding } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { FileField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card, Facts } from '#/ui/layout.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'

const KIB = 1024

/** The picture above every page: which one it is, another one, or none. */
export function Logo({ branding: { logo } }: { readonly branding: Branding }): ReactNode {
  const w = useWords(brandingWords)
  const may = useMay()
  const number = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 1 })
  const mayWrite = may('branding:write')
  return (
    <Card title={w.logo} actions={mayWrite && logo !== null && <RemoveLogo />}>
      {logo === null ? (
        <p>{w.noLogo}</p>
      ) : (
        <>
          <div className={styles['shown']}>
            <img src={logo.url} alt={w.logo} />
          </div>
          <Facts
            facts={[
              [w.size, w.sizeOf(logo.width, logo.height, number.format(logo.size / KIB))],
              [w.uploaded, <Time at={logo.uploaded_at} />],
            ]}
          />
        </>
      )}
      {mayWrite && <Upload key={logo?.url} />}
    </Card>
  )
}

function Upload(): ReactNode {
  const w = useWords(brandingWords)
  const [file, setFile] = useState<File>()
  const upload = async (): Promise<void> => {
    // Without a file the server says what is missing.
    await mandate.branding.draft.uploadLogo({ logo: file ?? new Blob() })
    toast(w.logoChanged)
  }
  return (
    <Form
      fields={['logo']}
      onSubmit={upload}
      refreshes={['branding']}
      footer={(isRunning) => (
        <FormActions>
          <Button type="submit" isRunning={isRunning}>
            {w.upload}
          </Button>
        </FormActions>
      )}
    >
      <FileField
        name="logo"
        label={w.picture}
        hint={w.pictureHint}
        accept="image/png,image/jpeg,image/webp"
        onChange={setFile}
      />
    </Form>
  )
}

function RemoveLogo(): ReactNode {
  const w = useWords(brandingWords)
  const remove = useAction(
    async () => {
      await mandate.branding.draft.update({ logo: null })
      toast(w.removed)
    },
    { refreshes: ['branding'] },
  )
  return (
    <Button kind="danger" icon="trash" isRunning={remove.isRunning} onPress={() => remove.run()}>
      {w.remove}
    </Button>
  )
}
