import { join, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { scimError, scimErrors } from './errors.ts'
import { noOrder } from './filter.ts'
import type { Filter, FilterValue, Operator } from './filter.ts'

/** How an attribute is asked for in SQL; a folded one is the same in any case (`caseExact` of RFC 7643). */
export type Attributes = Readonly<Record<string, (operator: Operator, value: FilterValue) => Sql>>

/** A filter as a condition over the columns of its attributes. */
export function conditionOf(filter: Filter, attributes: Attributes): Sql {
  if (filter.kind === 'compare') {
    const compare = Object.hasOwn(attributes, filter.attribute) ? attributes[filter.attribute] : undefined
    if (!compare) {
      throw scimError(scimErrors.scim_invalid_filter, `There is no filter for ${filter.attribute.slice(0, 60)}.`)
    }
    return compare(filter.operator, filter.value)
  }
  const sides = [filter.left, filter.right].map((side) => conditionOf(side, attributes))
  return sql`(${join(sides, filter.kind === 'and' ? ' AND ' : ' OR ')})`
}

/** A column that holds its texts in lower case. */
export const folded = (column: Sql) => (operator: Operator, value: FilterValue) =>
  compareText(column, operator, String(value).toLowerCase())

/** A column whose texts are only equal as they are: an id, or what the other side calls somebody. */
export const exact = (column: Sql) => (operator: Operator, value: FilterValue) => {
  if (operator !== 'eq' && operator !== 'ne' && operator !== 'pr') {
    throw scimError(scimErrors.scim_invalid_filter, 'An id can be asked for by eq, ne and pr alone.')
  }
  return compareText(column, operator, String(value))
}

/** A column that holds a time. */
export const time = (column: Sql) => (operator: Operator, value: FilterValue) => {
  if (operator === 'pr') return sql`1 = 1`
  const moment = Date.parse(String(value))
  const sign = signs[operator]
  if (Number.isNaN(moment) || sign === undefined) {
    throw scimError(scimErrors.scim_invalid_filter, 'A time is compared with another one, by eq, ne, gt, ge, lt or le.')
  }
  return sql`${column} ${sign} ${moment}`
}

const signs: Partial<Record<Operator, Sql>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

function compareText(column: Sql, operator: Operator, value: string): Sql {
  if (operator === 'eq') return sql`${column} = ${value}`
  if (operator === 'ne') return sql`(${column} IS NULL OR ${column} <> ${value})`
  if (operator === 'pr') return sql`(${column} IS NOT NULL AND ${column} <> '')`
  const escaped = value.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const patterns: Partial<Record<Operator, string>> = { co: `%${escaped}%`, sw: `${escaped}%`, ew: `%${escaped}` }
  const pattern = patterns[operator]
  if (pattern === undefined) throw noOrder()
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}
