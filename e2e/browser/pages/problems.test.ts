import { judgePages } from './judge.ts'
import { problemPages } from './problems.ts'

judgePages('pages that tell what went wrong', problemPages)
