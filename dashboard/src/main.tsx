import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, ready } from '#/app/app.tsx'
import { applyTheme, preferences } from '#/app/preferences.ts'
import { allowNoMarkup } from '#/app/trusted-types.ts'
// Nearly every screen has dialogs: they come with the first file, and not with each.
import '#/ui/dialog.tsx'

allowNoMarkup()
applyTheme(preferences.get())
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// Until then the page stands as the server sent it. Nothing is awaited at the top, since the files of screens wait for this one.
void ready().then((isIn) => {
  if (!isIn) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
