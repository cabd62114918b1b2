import { judgePages } from './judge.ts'
import { accountPages } from './account.ts'

judgePages('pages of the account', accountPages)
