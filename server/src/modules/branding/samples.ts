import { sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const brandingSamples: Samples = {
  uploaded_at: sampleTime('11-21T09:41:07'),
  'branding.name': 'Harbour',
  accent: '#305eb7',
  accent_dark: '#7daafd',
  accent_hover: '#274f9c',
  on_accent: '#ffffff',
  background: '#f9fafc',
  surface: '#ffffff',
  border: '#8b929c',
  line: '#dbdee2',
  muted: '#545b66',
  'BrandPalette.text': '#1a2029',
  'light.text': '#1a2029',
  'dark.text': '#eceff3',
  privacy_url: 'https://example.com/privacy',
  terms_url: 'https://example.com/terms',
  support_url: 'https://example.com/help',
  'logo.url': '/assets/branding/logo-7q2m9x4k1vd8.png',
  'logo.type': 'image/png',
  width: 320,
  height: 80,
  size: 4096,
}
