/** The style of the reference pages; the colours are the tokens of the design language, in both schemes. */
export const referenceStyle = `:root {
  color-scheme: light dark;
  --bg: light-dark(#f9fafc, #0c1015);
  --panel: light-dark(#ffffff, #13171e);
  --line: light-dark(#dbdee2, #292e36);
  --text: light-dark(#1a2029, #eceff3);
  --muted: light-dark(#545b66, #a5abb5);
  --accent: light-dark(#305eb7, #7daafd);
  --ok: light-dark(#0b7643, #66d592);
  --warn: light-dark(#945a00, #f7bc50);
  --bad: light-dark(#be222a, #fc7a79);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 16px; background: var(--panel); padding: 8px; }
.layout { max-width: 1120px; margin: 0 auto; padding: 24px 16px 64px; }
header h1 { margin: 0; font-size: 28px; line-height: 1.2; }
header p { margin: 8px 0 0; color: var(--muted); max-width: 68ch; }
nav ul { list-style: none; margin: 16px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; }
nav a { display: inline-block; padding: 4px 0; text-decoration: none; font-size: 14px; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
h2 { margin: 32px 0 12px; font-size: 20px; text-transform: capitalize; }
article { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: 0 0 8px; }
article:target { border-color: var(--accent); }
summary { padding: 10px 16px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.method { font: 600 13px/1.5 var(--mono); min-width: 4.5em; color: var(--accent); }
.method-delete { color: var(--bad); }
.method-post, .method-put, .method-patch { color: var(--ok); }
code, .path { font-family: var(--mono); font-size: 14px; overflow-wrap: break-word; }
.summary { color: var(--muted); }
.body { padding: 0 16px 16px; border-top: 1px solid var(--line); }
h3 { margin: 16px 0 4px; font-size: 14px; color: var(--muted); font-weight: 600; }
h4 { margin: 12px 0 4px; font-size: 14px; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
dl.error { margin: 0; padding: 12px 16px; }
dl.error dt { color: var(--muted); font-size: 14px; }
dl.error dd { margin: 0 0 8px; }
.error-code { margin: 0; padding: 12px 16px 0; font-size: 16px; text-transform: none; }
.required { color: var(--warn); font-size: 13px; }
.also { font-size: 14px; color: var(--muted); margin: 8px 0 0; }
main > article:first-child { margin-top: 16px; }
@media (min-width: 960px) {
  .layout { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 0 32px; }
  .layout > header { grid-column: 1 / -1; }
  nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow-y: auto; }
  nav ul { display: block; }
}
`
