import { dataColumns } from './columns.ts'
import type { Column } from './columns.ts'

/** What a spreadsheet would run as a formula (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180), with a cell that begins like a formula kept from being one. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = dataColumns(columns)
  const lines = rows.map((row) => told.map(({ text }) => cell(text(row))))
  return [told.map(({ header }) => cell(header)), ...lines].map((line) => line.join(',')).join('\r\n') + '\r\n'
}

function cell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'number') return String(value)
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a file to the browser, which keeps it where downloads go. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
