import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#/app/app.tsx'
import { applyTheme, preferences } from '#/app/preferences.ts'
import { allowNoMarkup } from '#/app/trusted-types.ts'

allowNoMarkup()
applyTheme(preferences.get())
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
