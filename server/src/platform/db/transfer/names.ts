import { raw } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { TableShape } from './shape.ts'

/** A name of a table or column as it may stand in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The columns of a table in the order of its shape. */
export const columnList = ({ columns }: TableShape): Sql => raw(columns.map(({ name }) => quoted(name)).join(', '))
