import { judgePages } from './judge.ts'
import { permissionPages } from './permissions.ts'

judgePages('pages that ask whether others may act', permissionPages)
