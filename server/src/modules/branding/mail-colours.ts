/** The greys of messages. Mail programs change colours as they like, so design tokens leave these alone. */
export const mailColours = {
  light: { bg: '#f9fafc', panel: '#ffffff', line: '#dbdee2', text: '#1a2029', muted: '#545b66' },
  dark: { bg: '#0c1015', panel: '#13171e', line: '#292e36', text: '#eceff3', muted: '#a5abb5' },
} as const
