import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { screenFiles } from './screen-files.ts'

// The page is served at every address below /admin, so it names its files from the root; files name each other from where
// they stand, because the server may have a path of its own.
const typeface: Plugin = {
  name: 'typeface',
  // Text is drawn in it from the start, where otherwise the first visit would do without it.
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/admin/${file}`, crossorigin: true },
          injectTo: 'head',
        })),
  },
}

const LISTS = /\/src\/ui\/table\/data-table\.tsx$|\/@tanstack\/(react-virtual|virtual-core)\//
/** What screens need on which something is changed or ended. */
const CHANGES = /\/src\/ui\/(ended|form\/(json|merge-patch|save-change|schema))/
/** What is no part of a single screen, and needs no lists. */
const SHARED =
  /\/src\/(?!pages\/|pictures\/|ui\/(table\/data-table|ended|form\/(json|merge-patch|save-change|schema)))|\/node_modules\/(?!@tanstack\/(react-virtual|virtual-core)\/)/

export default defineConfig({
  base: '/admin/',
  plugins: [react(), typeface, screenFiles],
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/admin/${file}` : { relative: true }),
  },
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles together are small, and a file costs more than what it holds.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Browsers load six files at a time, so few come sooner: what every screen needs, what most share, pictures, lists, changes.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'shared', test: SHARED, minShareCount: 8, priority: 2 },
            { name: 'pictures', test: /\/src\/pictures\//, minShareCount: 3, priority: 1 },
            { name: 'lists', test: LISTS, priority: 1 },
            { name: 'changes', test: CHANGES, priority: 1 },
          ],
        },
      },
    },
    reportCompressedSize: false,
    // Read by the check of sizes: which file is loaded at once, and which with a screen.
    manifest: 'manifest.json',
  },
})
