import { useData } from 'vitepress'
import { h } from 'vue'

/** Leads to the API reference, which the server makes itself: a page of another kind, one step above these. */
export const ApiLink = () => {
  const { site } = useData()
  return h('a', { class: 'api-link', href: site.value.base.replace(/\/guide\/$/, ''), target: '_self' }, 'API')
}
