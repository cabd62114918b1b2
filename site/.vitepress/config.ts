import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { ClassNames } from '../src/highlighting.ts'
import { followLinks } from '../src/links.ts'
import { readingOrder } from '../src/reading-order.ts'
import { alignByClass } from '../src/tables.ts'

// Where the server serves these pages.
const BASE = '/docs/guide/'
const ROOT = path.join(import.meta.dirname, '..', '..')
const DOCUMENTS = path.join(ROOT, 'docs')
const MARK = readFileSync(path.join(ROOT, 'dashboard', 'src', 'app', 'mark.svg'), 'utf8')

const sections = readingOrder(DOCUMENTS)
const entries = new Map(sections.flatMap(({ entries }) => entries.map((entry) => [entry.file, entry])))
const classNames = new ClassNames()

export default defineConfig({
  title: 'Mandate',
  description: 'Identity and access for people and for the agents that act for them.',
  lang: 'en',
  base: BASE,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(MARK)}` }]],
  srcDir: DOCUMENTS,
  cleanUrls: true,
  // What a page is made of is told by files and not in the page, so that its policy allows no script inside.
  metaChunk: true,
  // Else each change writes a style sheet into the page.
  appearance: { disableTransition: false },
  contentProps: { class: 'content' },
  rewrites: {
    'README.md': 'index.md',
    'decisions/README.md': 'decisions/index.md',
    'guides/:page': ':page',
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3], label: 'On this page' },
    sidebar: sections.map(({ title, entries }) => ({
      text: title,
      items: entries.map(({ title, link }) => ({ text: title, link })),
    })),
    docFooter: { prev: 'Before', next: 'Next' },
  },
  markdown: {
    languageAlias: { caddy: 'nginx' },
    // Colours of code that keep 4.5 : 1 on the ground of a block, and on the one of a line that is pointed at.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [classNames.transformer],
    config: (md) => {
      followLinks(md, DOCUMENTS)
      alignByClass(md)
    },
  },
  // Every page is made by then, and so every class is known. What builds the site links it.
  buildEnd: ({ outDir }) => writeFileSync(path.join(outDir, 'code.css'), classNames.sheet),
  transformPageData: (page) => ({ description: entries.get(page.filePath)?.description ?? page.description }),
})
